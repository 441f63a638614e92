"""Ask Heat which values the parameters of a stack get, and of the nested template in it.

    precedence.py < CASES.json     [{"files": {"t.yaml": ..., "n.yaml": ...}, "environments": {"e0.env": ..., ...}}, ...]

Prints one JSON object per case and line: {"refused": text or null, "values": {...}, "nested": {...}}. Environments are merged in the order
in which they are given (environment_util.merge_environments), then Parameters.validate is asked; `child` is the resource made from n.yaml.
"""

import json
import sys

sys.dont_write_bytecode = True

import cloudless

from heat.common import environment_format
from heat.common import environment_util
from heat.common import template_format
from heat.engine import environment
from heat.engine import resources
from heat.engine import stack as parser
from heat.engine import template


def main():
    resources.initialise()
    for asked in json.load(sys.stdin):
        print(json.dumps(answer(**asked), default=repr), flush=True)


def answer(files, environments):
    try:
        stack = started(files, environments)
        values = own(stack.parameters)
        return {'refused': None, 'values': values, 'nested': own(nested(stack, files))}
    except Exception as error:
        return {'refused': '%s: %s' % (type(error).__name__, error), 'values': {}, 'nested': {}}


def started(files, environments):
    beside = {name: text for name, text in files.items() if name != 't.yaml'}
    made = template.Template(template_format.parse(files['t.yaml']), files=beside)
    given = {section: {} for section in environment_format.SECTIONS}
    given.update({name: [] for name in ('encrypted_param_names', 'event_sinks')})
    everything = dict(beside, **environments)
    environment_util.merge_environments(list(environments), everything, given, made.all_param_schemata(beside))
    made.env = environment.Environment(given)
    stack = parser.Stack(cloudless.request(), 'values', made)
    stack.parameters.validate()
    return stack


def nested(stack, files):
    one = stack['child']
    made = template.Template(template_format.parse(files['n.yaml']))
    parameters = made.parameters(None, one.child_params(), param_defaults=stack.env.param_defaults)
    parameters.validate()
    return parameters


def own(parameters):
    return {name: one.value() for name, one in parameters.params.items() if '::' not in name}


if __name__ == '__main__':
    main()
