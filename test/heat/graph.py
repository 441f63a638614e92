#!/usr/bin/python3
"""What the resources of stacks wait for, by OpenStack Heat's own engine.

    graph.py < REQUEST.json

The request is a list of {"template", "files", "parameters", "parameter_defaults"}: a path, the paths of the files that it names by their names, values.
One line of JSON per template comes back: {"edges": [[resource, what it waits for], ...]}, or {"refused": why}.
Needs Debian's python3-heat.
"""

import json
import sys

sys.dont_write_bytecode = True

import cloudless
import reading  # noqa: F401 (reads YAML as Heat does)

from heat.common import template_format
from heat.engine import environment
from heat.engine import stack as parser
from heat.engine import template


def edges(request):
    with open(request['template']) as file:
        data = template_format.parse(file.read())
    files = {}
    for name, path in request['files'].items():
        with open(path) as file:
            files[name] = file.read()
    env = environment.Environment({
        'parameters': request['parameters'], 'parameter_defaults': request['parameter_defaults']})
    made = template.Template(data, files=files, env=env)
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
