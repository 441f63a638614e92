"""Ask Heat what the resources at the bottom of a stack of several layers are made of.

    layers.py < STACKS.json      [{"files": {"t.yaml": ..., "t.env": ..., ...}, "parameters": {...}}, ...]

Prints one JSON object per stack and line: {"refused": text or null, "servers": [{property: value}], "paths": [path of
each by the names of the resources above it]}.
"""

import json
import sys

sys.dont_write_bytecode = True

import cloudless

from heat.common import environment_format
from heat.common import template_format
from heat.engine import environment
from heat.engine import function
from heat.engine import resources
from heat.engine import stack as parser
from heat.engine import template
from heat.engine.resources import stack_resource


def main():
    resources.initialise()
    for asked in json.load(sys.stdin):
        print(json.dumps(answer(asked), default=repr), flush=True)


def answer(asked):
    try:
        stack = started(asked['files'], asked.get('parameters', {}))
        found = dict(leaves(stack))
        return {'refused': None, 'servers': list(found.values()), 'paths': list(found)}
    except Exception as error:
        return {'refused': '%s: %s' % (type(error).__name__, error), 'servers': [], 'paths': []}


def started(files, parameters):
    data = json.loads(json.dumps(template_format.parse(files['t.yaml'])))
    given = environment_format.parse(files['t.env']) if 't.env' in files else {}
    given.setdefault('parameters', {}).update(parameters)
    beside = {name: text for name, text in files.items() if name not in ('t.yaml', 't.env')}
    made = template.Template(data, files=beside, env=environment.Environment(given))
    stack = parser.Stack(cloudless.request(), 'layers', made)
    made.validate()
    stack.validate(validate_res_tmpl_only=True)
    return stack


def leaves(stack, above=''):
    for one in stack.values():
        if not isinstance(one, stack_resource.StackResource):
            properties = one.t._properties or {}
            yield above + one.name, {key: function.resolve(value) for key, value in properties.items()}
            continue
        nested = one._parse_nested_stack('layers-%s' % one.name, one.child_template(), one.child_params())
        nested.t.validate()
        nested.validate(validate_res_tmpl_only=True)
        yield from leaves(nested, '%s%s/' % (above, one.name))


if __name__ == '__main__':
    main()
