"""A buyer's papers: data sheets with tables of properties, certificates, manuals and supply contracts, in buckets."""
