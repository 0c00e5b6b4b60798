"""Evaluates flags with OpenFeature's clients for Python.

Usage: python-clients.py ofrep URL [HEADER VALUE] | flagd FILE, with requests {"key","type","default","context"} as
lines of JSON on standard input; prints a line {"value","variant","reason","errorCode"} for each.
"""
import json
import sys

from openfeature import api
from openfeature.evaluation_context import EvaluationContext

kind, source, *header = sys.argv[1:]
if kind == "ofrep":
    from openfeature.contrib.provider.ofrep import OFREPProvider

    provider = OFREPProvider(
        base_url=source, headers_factory=lambda: dict([header] if header else []))
else:
    from openfeature.contrib.provider.flagd import FlagdProvider
    from openfeature.contrib.provider.flagd.config import ResolverType

    provider = FlagdProvider(resolver_type=ResolverType.FILE, offline_flag_source_path=source)
api.set_provider_and_wait(provider)
client = api.get_client()
for line in sys.stdin:
    request = json.loads(line)
    attributes = dict(request["context"])
    context = EvaluationContext(attributes.pop("targetingKey", None), attributes)
    evaluate = getattr(client, f"get_{request['type']}_details")
    details = evaluate(request["key"], request["default"], context)
    print(json.dumps({
        "value": details.value,
        # Without a variant a server sends an empty one: this client demands one.
        "variant": details.variant or None,
        "reason": details.reason,
        "errorCode": details.error_code.value if details.error_code else None,
    }))
api.shutdown()
