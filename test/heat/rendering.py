#!/usr/bin/python3
"""What stacks are resolved to, by OpenStack Heat's own engine.

    rendering.py < REQUESTS.json

A list of bodies of requests: {"template", "files", "environment"}. One line of JSON comes back for each: what `in_sample` of resolve.py
has, and as `inside` the same of the templates that resources name, by these; or {"<error>": class} where Heat refuses the stack.
Needs Debian's python3-heat.
"""

import json
import sys

sys.dont_write_bytecode = True

import resolve
import resolving
import symbols

from heat.common import environment_format
from heat.common import template_format

SAMPLE = {
    'pseudo': {'stackName': 'sample-stack', 'stackId': '11111111-2222-3333-4444-555555555555',
               'project': '0123456789abcdef0123456789abcdef'},
    'attributes': 'typed', 'keys': ['key'], 'delimiters': [], 'items': 3, 'parameters': {},
}
DEEPEST = 3


class Given(dict):
    """The files of the request."""

    def get(self, name, default=None):
        return self[name] if name in self else resolve.symbol('file:%s' % name)


class Loaded(resolve.Loaded):
    def __init__(self, data, files, values):
        super().__init__(data, {**values, 'types': attribute_types(data)})
        self.given = Given(files)

    def template(self, parameters=None):
        made = super().template(parameters)
        made.files = made._template_files = self.given
        return made


def attribute_types(data):
    """By resource type, as Heat's classes declare them."""
    resources = data.get('resources') or data.get('Resources') or {}
    types = {one.get('type') or one.get('Type') for one in resources.values() if isinstance(one, dict)}
    classes = {name: symbols.resource_class(name) for name in types if isinstance(name, str)}
    # Numbers are marked as well, to be told from values of the template.
    return {name: {key: str(schema.type or '').lower() if schema.type in ('List', 'Map') else 'string' for key, schema in found.attributes_schema.items()}
            for name, found in classes.items() if found is not None}


def rendered(data, files, values, registry, depth=1):
    made = resolving.attempt(lambda: Loaded(data, files, values).in_sample(SAMPLE))
    if isinstance(made, resolving.Failed) or isinstance(made['resources'], resolving.Failed) or depth == DEEPEST:
        return made
    inside = {}
    for name, one in made['resources'].items():
        template = files.get(registry.get(one['type'], one['type']))
        if template is not None and isinstance(one['properties'], dict):
            given = {**values, 'parameters': {key: value for key, value in one['properties'].items() if value is not None}}
            inside[name] = rendered(template_format.parse(template), files, given, registry, depth + 1)
    return {**made, 'inside': inside}


def answer(request):
    try:
        env = environment_format.parse(json.dumps(request['environment']))
        environment_format.default_for_missing(env)
        data = template_format.parse(json.dumps(request['template']))
        values = {'parameters': env['parameters'], 'parameter_defaults': env['parameter_defaults']}
        made = rendered(data, request['files'], values, env['resource_registry'])
        resolve.Loaded(data, {**values, 'types': {}}).template().param_schemata()
    except Exception as error:
        made = resolving.Failed(error)
    return resolve.plain(made)


for one in json.load(sys.stdin):
    print(json.dumps(answer(one)), flush=True)
