#!/usr/bin/python3
"""What the resources of stacks wait for, by OpenStack Heat's own engine.

    graph.py < REQUESTS.json

A list of bodies of requests: {"template", "files", "environment"}. One line of JSON comes back for each: {"edges": [[resource, what it
waits for], ...]}, or {"refused": why}. Needs Debian's python3-heat.
"""

import json
import sys

sys.dont_write_bytecode = True

import cloudless
import reading  # noqa: F401 (reads YAML as Heat does)

from heat.common import environment_format
from heat.common import template_format
from heat.engine import environment
from heat.engine import stack as parser
from heat.engine import template


def edges(request):
    data = template_format.parse(json.dumps(request['template']))
    env = environment_format.parse(json.dumps(request['environment']))
    environment_format.default_for_missing(env)
    made = template.Template(data, files=request['files'], env=environment.Environment(env))
    stack = parser.Stack(cloudless.request(), 'stack', made)
    graph = stack.dependencies.graph()
    return sorted([one.name, other.name] for one in graph for other in graph[one].requires())


def answer(request):
    try:
        return {'edges': edges(request)}
    except cloudless.AsksCloud:
        return {'refused': 'asks the cloud'}
    except Exception as error:
        return {'refused': '%s: %s' % (type(error).__name__, error)}


for one in json.load(sys.stdin):
    print(json.dumps(answer(one)), flush=True)
