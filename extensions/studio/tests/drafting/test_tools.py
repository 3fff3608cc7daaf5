"""Files as other tools write them, by every door. Each question becomes a draft, evidence is filled in where it stands
at one place, and what has no question is named; none is lost. What is gold as it is is read as gold, with the same
answer; for the rest one line says why, and the command that reads it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ragatta.eval.gold.questions import load_questions
from ragatta.eval.gold.records import GoldError
from ragatta.experiments.adding.gold import Gold
from ragatta.experiments.adding.importing import imported
from ragatta.experiments.faults import problems_of
from ragatta.extensions.studio.drafting.bringing import brought

ASKED, FAST = "What are the premises?", "How fast is the Borealis narrow loom?"
LEASE = "the second floor of the building at the harbour with its two balconies"
CUT = LEASE.removeprefix("t").removesuffix("onies")  # as a splitter by characters leaves it
CREATED = {"created_at": "2025-03-05T10:00:00+00:00"}


def lines(*objects: dict[str, Any]) -> str:
    return "".join(f"{json.dumps(one)}\n" for one in objects)


def attributes(**values: str) -> list[dict[str, Any]]:
    return [{"key": name.replace("__", "."), "value": {"stringValue": text}} for name, text in values.items()]


def otlp(*spans: dict[str, Any]) -> dict[str, Any]:
    scope = {"scope": {"name": "openinference"}, "spans": [*spans]}
    resource = {"attributes": [{"key": "service.name", "value": {"stringValue": "ask"}}]}
    return {"resourceSpans": [{"resource": resource, "scopeSpans": [scope]}]}


def span(trace: str, own: str, parent: str = "", **values: str) -> dict[str, Any]:
    times = {"startTimeUnixNano": f"17{own}", "endTimeUnixNano": f"18{own}"}
    return {"traceId": trace, "spanId": own, "parentSpanId": parent, "name": "ask", "kind": 1, **times} | {
        "attributes": attributes(**values), "status": {"code": 1}
    }  # fmt: skip


def mlflow(trace: str, inputs: dict[str, Any] | None) -> dict[str, Any]:
    asked = {"mlflow.spanInputs": json.dumps(inputs)} if inputs else {}
    kind = {"mlflow.spanType": '"CHAIN"', "mlflow.spanOutputs": '"275"'}
    root = {"trace_id": trace, "span_id": "b", "parent_span_id": None, "name": "ask", "start_time_unix_nano": 17}
    return {
        "info": {"trace_id": f"tr-{trace}", "state": "OK", "request_preview": "cut off"},
        "data": {"spans": [root | {"attributes": {**kind, **asked}}]},
    }


CHAT = {"messages": [{"role": "system", "content": "Be short."}, {"role": "user", "content": FAST}]}
PARTS = [{"type": "text", "content": ASKED}]
RAGAS = lines(
    {"user_input": ASKED, "reference": "a floor", "reference_contexts": [LEASE], "response": "x",
     "retrieved_contexts": ["Corona hand loom"], "synthesizer_name": "single_hop_specific_query_synthesizer"},
    {"user_input": FAST, "reference": "275", "reference_contexts": ["not in these documents"]},
    {"user_input": [{"content": ASKED.replace("the", "our"), "type": "human"}, {"content": "A floor.", "type": "ai"}]},
    {"user_input": [{"content": "How can I help?", "type": "ai"}], "reference": "275"},
)  # fmt: skip
RAGAS_OLD = f"question,contexts,answer,ground_truth\n{FAST},['nowhere'],A guess,275\n{ASKED},['{LEASE}'],A guess,\n"
DEEPEVAL = json.dumps([
    {"input": ASKED, "actual_output": None, "expected_output": "a floor", "retrieval_context": None, "context": [CUT],
     "source_file": "lease.pdf", "additional_metadata": {"kind": "synthetic"}, "expectations": None},
    {"input": FAST, "expected_output": "275"},
    {"scenario": "A tenant moves out", "expected_outcome": "they do", "turns": None},
])  # fmt: skip
DEEPEVAL_CSV = f"input,actual_output,expected_output,context,expectations\n{FAST},,275,,\n{ASKED},,a floor,{CUT},\n"
DEEPEVAL_TURNS = json.dumps([
    {"scenario": "A tenant asks", "context": [LEASE], "turns": [{"role": "user", "content": "Hello"},
     {"role": "assistant", "content": "Hello"}, {"role": "user", "content": ASKED, "user_id": None}]},
])  # fmt: skip
PROMPTFOO = f"""# yaml-language-server: $schema=https://promptfoo.dev/config-schema.json
description: leases
prompts: ['Answer: {{{{question}}}}']
providers: [openai:gpt-4o-mini]
tests:
  - vars: {{question: "{FAST}", language: English}}
    assert: [{{type: llm-rubric, value: is polite}}, {{type: icontains, value: '275'}}]
  - vars: {{question: "{ASKED}"}}
    assert: [{{type: llm-rubric, value: names the floor}}]
  - vars: {{language: French, tone: dry}}
"""
PROMPTFOO_CSV = f"question,__expected,__description\n{FAST},icontains: 275,loom\n{ASKED},llm-rubric: is short,\n"
PROMPTFOO_COLUMNS = f"""question,__expected1,__expected2
{FAST},latency(500),similar(0.8): 275
{ASKED},is-json,"contains-any: a floor, the floor"
"""
PROMPTFOO_RESULTS = json.dumps({"evalId": "e", "config": {"tests": "file://tests.csv"}, "results": {"version": 3,
    "prompts": [{"raw": "Answer: {{question}}"}], "results": [
    {"id": "0", "prompt": {"raw": f"Answer: {FAST}", "label": "short"}, "response": {"output": "300"}, "vars":
     {"question": FAST, "context": "nowhere"}, "testCase": {"vars": {"question": FAST}, "assert":
     [{"type": "latency", "threshold": 500}, {"type": "icontains", "value": "275"}]}},
    {"id": "1", "vars": {"style": "dry", "topic": "law"}, "testCase": {"vars": {"style": "dry", "topic": "law"}}},
]}})  # fmt: skip
QUERIES = lines({"_id": "1", "text": ASKED, "metadata": {}}, {"_id": "2", "text": FAST, "metadata": {}})
LANGSMITH = lines(
    {"id": "0b1f", "inputs": {"question": FAST}, "outputs": {"answer": "275"}, "dataset_id": "d", **CREATED},
    {"id": "0b20", "inputs": CHAT | {"top_k": 3}, "outputs": {"output": "a guess"}, "run_type": "chain", "name": "ask"},
    {"id": "0b21", "inputs": {}, "outputs": {"answer": "so"}, "dataset_id": "d"},
)  # fmt: skip
GISKARD = lines(
    {"id": "a", "question": ASKED, "reference_answer": "a floor", "conversation_history": [], "metadata": {"topic": 1},
     "reference_context": f"Document 17: nowhere\n\nDocument 4: {CUT}"},
    {"id": "b", "question": FAST, "reference_answer": "275", "reference_context": "", "conversation_history": []},
)  # fmt: skip
HAYSTACK = json.dumps({"question": [FAST, ASKED], "contexts": [["nowhere"], [LEASE]], "answer": ["275", "a floor"],
                       "predicted_answer": ["300", "x"], "faithfulness": [0.5, 0.5]})  # fmt: skip
SQUAD = lines(
    {"id": "a", "title": "t", "context": LEASE, "question": ASKED, "answers": {"text": [], "answer_start": []}},
    {
        "id": "b",
        "title": "t",
        "context": "no",
        "question": FAST,
        "answers": {"text": ["275", "275"], "answer_start": [3]},
    },
)
SQUAD_ARTICLES = json.dumps({"version": "v2.0", "data": [{"title": "t", "paragraphs": [{"context": LEASE, "qas": [
    {"id": "a", "question": ASKED, "answers": [{"text": "a floor", "answer_start": 3}], "is_impossible": False},
    {"id": "b", "question": FAST, "answers": [], "is_impossible": True}]}]}]})  # fmt: skip
SQUAD_CSV = f"""id,context,question,answers
a,{LEASE},{ASKED},"{{'text': array(['a floor', 'a floor'],
      dtype=object), 'answer_start': array([0, 0])}}"
"""
HOTPOT = lines(
    {"id": "a", "question": FAST, "answer": "275", "context": {"title": ["t"], "sentences": [["no"]]}},
    {"id": "b", "question": ASKED, "answer": "a floor", "context": {"title": ["t"], "sentences": [["no"]]}},
)
BY = {"query_by": {"model_name": "gpt-4", "type": "ai"}, "reference_answer_by": {"model_name": "", "type": "human"}}
LLAMA_INDEX = json.dumps({"examples": [
    {"query": ASKED, "reference_contexts": [LEASE], "reference_answer": "a floor", **BY},
    {"query": FAST, "reference_contexts": None, "reference_answer": "275", **BY},
]})  # fmt: skip
LLAMA_INDEX_PAIRS = json.dumps({
    "queries": {"q1": ASKED, "q2": FAST}, "corpus": {"n1": LEASE, "n2": "nowhere"},
    "relevant_docs": {"q1": ["n1"], "q2": ["n2"]}, "mode": "text",
})  # fmt: skip
LLAMA_INDEX_JUDGED = json.dumps({"examples": [{"query": FAST, "contexts": ["nowhere"], "answer": "A guess",
                                 "ground_truth_answer": "275", "reference_feedback": "x", **BY}]})  # fmt: skip
PHOENIX_DATASET = f"id,node_id,input.question,output.answer,metadata.page\nR=,R=,{FAST},275,2.0\nS=,S=,,275,\n"
PHOENIX = lines(
    {"name": "query", "span_kind": "CHAIN", "parent_id": None, "context": {"trace_id": "aa", "span_id": "1"},
     "attributes": {"input": {"value": FAST, "mime_type": "text/plain"}, "output": {"value": "275"}}},
    {"name": "llm", "span_kind": "LLM", "parent_id": "1", "context": {"trace_id": "aa", "span_id": "2"},
     "attributes": {"llm": {"input_messages": []}}},
    {"name": "query", "parent_id": None, "context.trace_id": "bb", "context.span_id": "3", "start_time": "2025-03-05",
     "attributes.input.value": json.dumps({"question": ASKED})},
    {"name": "ping", "parent_id": None, "context.trace_id": "cc", "context.span_id": "4"},
    {"name": "llm", "parent_id": None, "context.trace_id": "dd", "context.span_id": "5", "attributes.input.value": None,
     "attributes.llm.input_messages": [{"message.role": "system", "message.content": "Be short."},
                                       {"message.role": "user", "message.content": FAST}]},
)  # fmt: skip
TRULENS = "app_name,app_version,record_id,input,output,tags,record_json,Answer Relevance\n" + "".join(
    f'rag,base,record_hash_{n},{asked},"275, I think",-,"{{""main_input"": ""{asked}""}}",0.9\n'
    for n, asked in enumerate((FAST, ASKED, ""))
)
TRULENS_TRUTH = json.dumps({
    "query": {"0": ASKED, "1": FAST}, "query_id": {"0": "1", "1": "2"},
    "expected_response": {"0": "a floor", "1": "275"},
    "expected_chunks": {"0": [{"text": LEASE, "title": "t", "expected_score": 1.0}], "1": None},
})  # fmt: skip
LANGFUSE_ITEMS = json.dumps([
    {"id": "i1", "datasetName": "leases", "input": {"question": FAST}, "expectedOutput": {"answer": "275"}},
    {"id": "i2", "datasetName": "leases", "input": ASKED, "expectedOutput": None, "sourceTraceId": None},
    {"id": "i3", "datasetName": "leases", "input": None, "expectedOutput": "so"},
])  # fmt: skip
LANGFUSE_TRACES = json.dumps([
    {"id": "t1", "name": "ask", "input": CHAT["messages"], "output": {"role": "assistant", "content": "275"}},
    {"id": "t2", "name": "ask", "input": json.dumps({"args": [], "kwargs": {"query": ASKED}}), "output": "a floor"},
])  # fmt: skip
OTLP = json.dumps(otlp(
    span("aa", "2", "1", gen_ai__prompt="Choose the documents."),
    span("aa", "1", input__value=FAST, output__value="275"),
    span("bb", "3", gen_ai__input__messages=json.dumps([{"role": "user", "parts": PARTS}])),
    span("cc", "4", http__method="GET"),
))  # fmt: skip
CONSOLE = "".join(
    json.dumps({"name": "ask", "context": {"trace_id": at}, "attributes": {"input.value": asked}}, indent=4) + "\n"
    for at, asked in (("0xaa", FAST), ("0xbb", ASKED), ("0xcc", ""))
)
MESSAGE = "llm.input_messages.{}.message.{}"
OTLP_LINES = lines(
    otlp(span("aa", "1", gen_ai__prompt__0__role="user", gen_ai__prompt__0__content=FAST)),
    otlp(span("bb", "2", **{MESSAGE.format(0, "role"): "system", MESSAGE.format(0, "content"): "Be short."}),
         span("bb", "3", "2", **{MESSAGE.format(1, "role"): "user", MESSAGE.format(1, "content"): ASKED})),
)  # fmt: skip
MLFLOW = json.dumps([mlflow("aa", {"question": FAST, "top_k": 3}), mlflow("bb", CHAT), mlflow("cc", None)])
MLFLOW_DATA = json.dumps([{"inputs": {"question": FAST}, "expectations": {"expected_response": "275"}},
                          {"inputs": CHAT, "expectations": {"expected_facts": ["a", "b"]}}])  # fmt: skip
MLFLOW_DATA_CSV = f"""inputs,outputs,expectations,tags
"{{'question': '{FAST}', 'top_k': 3}}",{{}},{{'expected_response': '275'}},{{'kind': 'hand'}}
"""
MLFLOW_TABLE = "trace_id,state,request,response\n" + "".join(
    f'tr-{at},OK,"{asked}",275\n' for at, asked in enumerate((f"{{'question': '{FAST}', 'top_k': 3}}", ASKED, "{}"))
)
AUTORAG = lines({"qid": "a", "query": FAST, "retrieval_gt": [["doc1"]], "generation_gt": ["275", "275 rpm"]},
                {"qid": "b", "query": ASKED, "retrieval_gt": ["doc2"], "generation_gt": "a floor"})  # fmt: skip
FLASHRAG = lines({"id": "test_0", "question": FAST, "golden_answers": ["275"], "metadata": {"type": "x"}})
RAGCHECKER = json.dumps({"results": [{"query_id": "0", "query": FAST, "gt_answer": "275", "response": "300",
                         "retrieved_context": [{"doc_id": "0", "text": "nowhere"}]}]})  # fmt: skip
SPOKEN = [{"speaker": "user", "text": "Hello?", "metadata": {}}, {"speaker": "agent", "text": "Hello."}]
MTRAG = lines(
    {"conversation_id": "c", "task_id": "c::1", "turn": 1, "answerability": ["ANSWERABLE"], "Multi-Turn": float("nan"),
     "contexts": [{"document_id": "1", "text": LEASE}], "input": [{"speaker": "user", "text": ASKED}],
     "targets": [{"speaker": "agent", "text": "a floor", "metadata": {}}], "predictions": [{"text": "x"}]},
    {"task_id": "c::2", "contexts": [], "input": [*SPOKEN, {"speaker": "user", "text": FAST}],
     "targets": [{"speaker": "agent", "text": "275"}], "Multi-Turn": ["Follow-up"]},
    {"task_id": "d::1", "contexts": [], "input": [{"speaker": "user", "text": FAST}],
     "targets": [{"speaker": "agent", "text": "I do not know."}], "answerability": ["UNANSWERABLE"]},
)  # fmt: skip
TALK = [{"speaker": "user", "text": ASKED, "timestamp": 1, "enrichments": {"Answerability": ["ANSWERABLE"]}},
        {"speaker": "agent", "text": "a floor", "contexts": [{"document_id": "1", "text": LEASE}]},
        {"speaker": "user", "text": FAST,
         "enrichments": {"Answerability": ["UNANSWERABLE"], "Multi-Turn": ["Follow-up"]}},
        {"speaker": "agent", "text": "I do not know."}]  # fmt: skip
MTRAG_TALKS = json.dumps([{"author": "x", "retriever": {}, "messages": TALK}, {"author": "y", "messages": TALK[:1]}])
QRECC = json.dumps([
    {"Context": [], "Question": ASKED, "Rewrite": ASKED, "Answer": "a floor", "Answer_URL": "u", "Conversation_no": 1,
     "Turn_no": 1, "Conversation_source": "quac"},
    {"Context": [ASKED, "a floor"], "Question": FAST, "Rewrite": "So how fast?", "Answer": "275", "Answer_URL": "u",
     "Conversation_no": 1, "Turn_no": 2, "Conversation_source": "quac"},
])  # fmt: skip
COQA = json.dumps({"version": "1.0", "data": [{
    "source": "mctest", "id": "3z", "filename": "f", "story": LEASE,
    "questions": [{"input_text": ASKED, "turn_id": 1}, {"input_text": FAST, "turn_id": 2}],
    "answers": [{"span_start": 0, "span_end": 9, "span_text": LEASE, "input_text": "a floor", "turn_id": 1},
                {"span_start": -1, "span_end": -1, "span_text": "unknown", "input_text": "unknown", "turn_id": 2}],
}]})  # fmt: skip
SPANS = {"input_text": ["a floor", "275"], "answer_start": [0, 0], "answer_end": [len(LEASE), 4]}
COQA_ROWS = lines({"source": "mctest", "story": LEASE, "questions": [ASKED, FAST], "answers": SPANS})
FINANCEBENCH = lines({"financebench_id": "id_1", "company": "Lessor", "doc_name": "Lease", "question": ASKED,
    "answer": "a floor", "justification": "x", "evidence": [{"evidence_text": LEASE, "doc_name": "Lease",
    "evidence_page_num": 0, "evidence_text_full_page": "x"}]})  # fmt: skip
MMLONGBENCH = json.dumps([
    {"doc_id": "Alder Mills 2020.pdf", "doc_type": "Report", "question": FAST, "answer": "275",
     "evidence_pages": "[2]", "evidence_sources": "['Table']", "answer_format": "Int"},
    {"doc_id": "Lease.pdf", "question": ASKED, "answer": "Not answerable", "evidence_pages": "[]",
     "evidence_sources": "[]", "answer_format": "None"},
])  # fmt: skip
MULTIHOP = json.dumps([{"query": ASKED, "answer": "a floor", "question_type": "inference_query", "evidence_list":
                       [{"title": "t", "url": "u", "fact": LEASE}]}])  # fmt: skip
AZURE = lines({"query": ASKED, "context": LEASE, "response": "x", "ground_truth": "a floor"})
OPENAI = lines({"input": CHAT["messages"], "ideal": ["275", "275 rpm"]})
BRAINTRUST = lines({"input": {"question": FAST}, "expected": "275", "metadata": {"page": 2}, "tags": ["loom"]})
PROMPTFOO_GOLD = f"id,question,__expected\nS1,{FAST},contains: 275\nS2,{ASKED},icontains: a floor\n"
LANGSMITH_BARE = lines(
    {"inputs": {"question": FAST}, "outputs": {"answer": "275"}, "metadata": {"source": "Lease.pdf"}}
)
PAGED_CSV = f"id,question,answer,source,page\nS1,{FAST},275,Alder Mills 2020.pdf,2\n"
FROM_ZERO_CSV = f"id,question,answer,source,page\nS1,{FAST},275,Alder Mills 2020.pdf,1\n"
WRONG_PAGE_CSV = f"id,question,answer,source,page\nS1,{FAST},275,Alder Mills 2020.pdf,7\n"
PANDAS_CSV = f",user_input,reference,reference_contexts\n0,{FAST},275,['nowhere']\n1,{ASKED},a floor,['{LEASE}']\n"

# By tool: the file's name and text; how many become drafts, with evidence, with an answer, and are kept aside.
TOOLS = {
    "RAGAS": ("testset.jsonl", RAGAS, (3, 2, 2, 1)),
    "RAGAS before 0.2": ("testset.csv", RAGAS_OLD, (2, 2, 1, 0)),
    "DeepEval": ("goldens.json", DEEPEVAL, (2, 2, 2, 1)),
    "DeepEval as CSV": ("goldens.csv", DEEPEVAL_CSV, (2, 2, 2, 0)),
    "DeepEval's conversations": ("goldens.json", DEEPEVAL_TURNS, (1, 1, 0, 0)),
    "promptfoo": ("promptfooconfig.yaml", PROMPTFOO, (2, 1, 1, 1)),
    "promptfoo as CSV": ("tests.csv", PROMPTFOO_CSV, (2, 1, 1, 0)),
    "promptfoo with several columns": ("tests.csv", PROMPTFOO_COLUMNS, (2, 1, 2, 0)),
    "promptfoo's results": ("output.json", PROMPTFOO_RESULTS, (1, 1, 1, 1)),
    "Giskard": ("testset.jsonl", GISKARD, (2, 2, 2, 0)),
    "Haystack": ("report.json", HAYSTACK, (2, 2, 2, 0)),
    "SQuAD": ("squad.jsonl", SQUAD, (2, 2, 1, 0)),
    "SQuAD's articles": ("squad.json", SQUAD_ARTICLES, (2, 2, 1, 0)),
    "SQuAD as CSV": ("squad.csv", SQUAD_CSV, (1, 1, 1, 0)),
    "HotpotQA": ("hotpot.jsonl", HOTPOT, (2, 1, 2, 0)),
    "BEIR": ("queries.jsonl", QUERIES, (2, 0, 0, 0)),
    "LangSmith": ("examples.jsonl", LANGSMITH, (2, 1, 1, 1)),
    "LlamaIndex": ("rag_dataset.json", LLAMA_INDEX, (2, 2, 2, 0)),
    "LlamaIndex judged": ("evaluator_dataset.json", LLAMA_INDEX_JUDGED, (1, 1, 1, 0)),
    "LlamaIndex pairs": ("pairs.json", LLAMA_INDEX_PAIRS, (2, 1, 0, 0)),
    "Phoenix dataset": ("leases.csv", PHOENIX_DATASET, (1, 1, 1, 1)),
    "Phoenix": ("traces.jsonl", PHOENIX, (3, 0, 0, 1)),
    "TruLens": ("records.csv", TRULENS, (2, 0, 0, 1)),
    "TruLens ground truth": ("truth.json", TRULENS_TRUTH, (2, 2, 2, 0)),
    "Langfuse items": ("items.json", LANGFUSE_ITEMS, (2, 1, 1, 1)),
    "Langfuse traces": ("traces.json", LANGFUSE_TRACES, (2, 0, 0, 0)),
    "OpenTelemetry": ("otlp.json", OTLP, (2, 0, 0, 1)),
    "OpenTelemetry on the console": ("spans.json", CONSOLE, (2, 0, 0, 1)),
    "OpenTelemetry by lines": ("otlp.jsonl", OTLP_LINES, (2, 0, 0, 0)),
    "MLflow": ("traces.json", MLFLOW, (2, 0, 0, 1)),
    "MLflow as a table": ("traces.csv", MLFLOW_TABLE, (2, 0, 0, 1)),
    "MLflow dataset": ("data.json", MLFLOW_DATA, (2, 1, 1, 0)),
    "MLflow dataset as CSV": ("data.csv", MLFLOW_DATA_CSV, (1, 1, 1, 0)),
    "AutoRAG": ("qa.jsonl", AUTORAG, (2, 1, 2, 0)),
    "FlashRAG": ("test.jsonl", FLASHRAG, (1, 1, 1, 0)),
    "RAGChecker": ("checking.json", RAGCHECKER, (1, 1, 1, 0)),
    "MTRAG": ("reference.jsonl", MTRAG, (3, 2, 2, 0)),
    "MTRAG's conversations": ("conversations.json", MTRAG_TALKS, (3, 1, 1, 0)),
    "QReCC": ("qrecc_test.json", QRECC, (2, 1, 2, 0)),
    "CoQA": ("coqa-dev.json", COQA, (2, 1, 1, 0)),
    "CoQA by lines": ("coqa.jsonl", COQA_ROWS, (2, 2, 2, 0)),
    "FinanceBench": ("financebench.jsonl", FINANCEBENCH, (1, 1, 1, 0)),
    "MMLongBench-Doc": ("samples.json", MMLONGBENCH, (2, 1, 1, 0)),
    "MultiHop-RAG": ("MultiHopRAG.json", MULTIHOP, (1, 1, 1, 0)),
    "Azure AI Evaluation": ("data.jsonl", AZURE, (1, 1, 1, 0)),
    "OpenAI Evals": ("samples.jsonl", OPENAI, (1, 1, 1, 0)),
    "Braintrust": ("data.jsonl", BRAINTRUST, (1, 1, 1, 0)),
    "promptfoo with ids": ("tests.csv", PROMPTFOO_GOLD, (2, 1, 2, 0)),
    "LangSmith by hand": ("examples.jsonl", LANGSMITH_BARE, (1, 1, 1, 0)),
    "a table with pages": ("gold.csv", PAGED_CSV, (1, 1, 1, 0)),
    "a table with pages from 0": ("gold.csv", FROM_ZERO_CSV, (1, 1, 1, 0)),
    "a table with wrong pages": ("gold.csv", WRONG_PAGE_CSV, (1, 1, 1, 0)),
    "RAGAS by pandas": ("testset.csv", PANDAS_CSV, (2, 2, 2, 0)),
}


GOLD_AT_ONCE = (
    "AutoRAG",
    "FlashRAG",
    "RAGChecker",
    "promptfoo with ids",
    "QReCC",
)  # each has its id and no page to be found
GOLD_ONCE_PLACED = (
    "DeepEval as CSV", "promptfoo with several columns", "Giskard", "Haystack", "SQuAD's articles", "SQuAD as CSV",
    "HotpotQA", "LlamaIndex", "LlamaIndex judged", "TruLens ground truth", "MLflow dataset as CSV", "FinanceBench",
    "MMLongBench-Doc", "MultiHop-RAG", "Azure AI Evaluation", "OpenAI Evals", "Braintrust", "a table with pages",
    "a table with pages from 0", "RAGAS by pandas", "MTRAG", "CoQA", "CoQA by lines",
)  # fmt: skip


@pytest.mark.parametrize("tool", TOOLS)
def test_each_door_reads_the_same_or_names_the_command_that_does(gold: Gold, tmp_path: Path, tool: str) -> None:
    name, text, (drafts, _, answers, _) = TOOLS[tool]
    (path := tmp_path / name).write_text(text)
    said = {}
    for door, opened in {
        "--questions": lambda: load_questions(path),
        "add-question": lambda: imported(path, gold.corpus),
    }.items():
        try:
            found = opened()
        except GoldError as error:
            problems = problems_of(error)
            said[door] = next(one for one in ("add-question", "draft") if f"ragatta {one} --pdfs" in problems[-1])
            assert len(problems) == 1 + (said[door] == "draft")
            assert str(path) in problems[-1]
        else:
            said[door] = "gold"
            assert (len(found), sum(bool(one.expected) for one in found)) == (drafts, answers)
            assert {one.expected for one in found} <= {"275", "a floor", ""}
            assert {one.question for one in found} <= {ASKED, FAST}
    if tool in GOLD_AT_ONCE:
        assert said == {"--questions": "gold", "add-question": "gold"}
    elif tool in GOLD_ONCE_PLACED:
        assert said == {"--questions": "add-question", "add-question": "gold"}
    elif tool == "a table with wrong pages":
        assert said == {"--questions": "add-question", "add-question": "draft"}
    else:
        assert said == {"--questions": "draft", "add-question": "draft"}


@pytest.mark.parametrize(("name", "text", "counts"), TOOLS.values(), ids=TOOLS)
def test_a_file_is_brought_whole(gold: Gold, tmp_path: Path, name: str, text: str, counts: tuple[int, ...]) -> None:
    (tmp_path / name).write_text(text)
    drafts, aside = brought(tmp_path / name, gold.corpus, "en")
    records = [one.record for one in drafts]
    found = (len(drafts), sum(bool(one["evidence"]) for one in records), sum("expected" in one for one in records))
    assert (*found, len(aside)) == counts
    assert {one["question"] for one in records} <= {ASKED, FAST, ASKED.replace("the", "our")}
    assert {one.get("expected", "275") for one in records} <= {"275", "a floor"}
    places = {one["file"] for record in records if record["question"] == ASKED for one in record["evidence"]}
    assert places <= {"Lease.pdf"}
    assert "{" not in str([one.get("tags") for one in records])
    assert all(str(tmp_path / name) in line for line in aside)


def test_answers_that_are_accepted_too(gold: Gold, tmp_path: Path) -> None:
    (tmp_path / "tests.csv").write_text(PROMPTFOO_COLUMNS)
    _, one = brought(tmp_path / "tests.csv", gold.corpus, "en")[0]
    assert (one.record["expected"], one.record["also_accepted"]) == ("a floor", ["the floor"])
    squad = {"question": FAST, "answers": {"text": ["275", "275 rpm", "275"], "answer_start": [3, 3, 3]}}
    (tmp_path / "squad.jsonl").write_text(lines(squad))
    (one,) = brought(tmp_path / "squad.jsonl", gold.corpus, "en")[0]
    assert (one.record["expected"], one.record["also_accepted"]) == ("275", ["275 rpm"])


def test_a_figure_in_a_row_that_is_not_asked_for_is_no_evidence(gold: Gold, tmp_path: Path) -> None:
    asked = {FAST: True, "What is the share of exports?": False}
    (tmp_path / "list.jsonl").write_text(lines(*({"question": one, "answer": "275"} for one in asked)))
    drafts, _ = brought(tmp_path / "list.jsonl", gold.corpus, "en")
    assert {one.record["question"]: bool(one.record["evidence"]) for one in drafts} == asked


def test_a_few_words_are_no_passage_that_was_cut(gold: Gold, tmp_path: Path) -> None:
    (tmp_path / "few.jsonl").write_text(lines({"question": ASKED, "reference_contexts": ["x two balconies x"]}))
    (one,) = brought(tmp_path / "few.jsonl", gold.corpus, "en")[0]
    assert not one.record["evidence"]


def test_a_passage_as_short_as_a_quote_is_one(gold: Gold, tmp_path: Path) -> None:
    said = {"question": ASKED, "answer": "it is the upper one"}
    (tmp_path / "two.jsonl").write_text(
        lines(
            said | {"contexts": [LEASE]},
            said | {"contexts": [CUT]},
            said | {"contexts": [f"“Premises” means {LEASE}."]},
        )
    )
    found = [one.record["evidence"] for one in brought(tmp_path / "two.jsonl", gold.corpus, "en")[0]]
    assert [[one["quote"] for one in own] for own in found] == [[LEASE], [""], [f"“Premises” means {LEASE}."]]


def test_passages_that_beir_judges_right_are_evidence(gold: Gold, tmp_path: Path) -> None:
    (tmp_path / "queries.jsonl").write_text(QUERIES)
    passages = [
        {"_id": "p1", "title": "", "text": LEASE},
        {"_id": "p2", "title": "", "text": "Borealis narrow loom 275"},
    ]
    (tmp_path / "corpus.jsonl").write_text(lines(*passages))
    (tmp_path / "qrels").mkdir()
    (tmp_path / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\n1\tp1\t1\n1\tp9\t1\n2\tp2\t0\n")
    first, second = (one.record for one in brought(tmp_path / "queries.jsonl", gold.corpus, "en")[0])
    assert [one["file"] for one in first["evidence"]] == ["Lease.pdf"]
    assert not second["evidence"]


BEFORE = [{"user": ASKED, "assistant": "a floor"}]


@pytest.mark.parametrize(
    ("tool", "turns"),
    [
        ("MTRAG", [[], [{"user": "Hello?", "assistant": "Hello."}], []]),
        ("MTRAG's conversations", [[], BEFORE, []]),
        ("QReCC", [[], BEFORE]),
        ("CoQA", [[], BEFORE]),
        ("CoQA by lines", [[], BEFORE]),
    ],
)
def test_turns_of_published_conversations(gold: Gold, tmp_path: Path, tool: str, turns: list[Any]) -> None:
    (tmp_path / TOOLS[tool][0]).write_text(TOOLS[tool][1])
    records = [one.record for one in brought(tmp_path / TOOLS[tool][0], gold.corpus, "en")[0]]
    assert [one.get("turns", []) for one in records] == turns
    standalone = [one["standalone"] for one in records if "standalone" in one]
    assert standalone == ([ASKED, "So how fast?"] if tool == "QReCC" else [])
    dependence = [one["dependence"] for one in records if "dependence" in one]
    assert dependence == (["Follow-up"] if tool.startswith("MTRAG") else [])
    assert [one.get("id") for one in records][:2] == {
        "MTRAG": ["c_1", "c_2"], "QReCC": ["1_1", "1_2"], "CoQA": ["3z_1", "3z_2"],
    }.get(tool, [None, None])  # fmt: skip
