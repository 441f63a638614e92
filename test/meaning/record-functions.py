#!/usr/bin/python3
"""Record what the function classes of OpenStack Heat make of many calls: writes functions.json beside this file.

Each call is computed in the first template version of every class that implements its function.
Needs Debian's python3-heat (recorded with 19.0.0), so run it with /usr/bin/python3.
"""

import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / 'heat'))
sys.dont_write_bytecode = True

from heat.common import template_format
from heat.engine import template
from heat.engine.hot import functions as hot_functions

import calls
import reading
import resolve

SAMPLE = {
    'items': 3,
    'parameters': {}, 'attributes': 'typed', 'keys': ['key', 'a'], 'delimiters': [],
    'pseudo': {'stackName': 'sample-stack', 'stackId': '11111111-2222-3333-4444-555555555555',
               'project': '0123456789abcdef0123456789abcdef'},
}
TYPES = {'OS::Nova::Server': {'networks': 'map', 'first_address': 'string', 'addresses': 'map'},
         'OS::Heat::ResourceGroup': {'refs': 'list', 'refs_map': 'map', 'attributes': 'map'},
         'OS::Neutron::Port': {'fixed_ips': 'list', 'mtu': 'unknown'}}


def versions_of(name, conditions):
    """The first version of every class that a name has had, CloudFormation among them."""
    found = {}
    for (key, version), made in sorted(template._template_classes.items()):
        table = (made.condition_functions if conditions else made.functions)
        cls = table.get(name)
        if cls is None or cls is hot_functions.Removed or version[:1].isalpha():
            continue
        found.setdefault((key == 'heat_template_version', cls), (key, version))
    return sorted(found.values())


def text_of(key, version, call, conditions):
    base = calls.HOT if key == 'heat_template_version' else calls.CFN
    if conditions and key == 'heat_template_version':
        return '%s: %s\n%sconditions:\n  known: {equals: [1, 1]}\n  c: %s\n' % (key, json.dumps(version), base, call)
    if conditions:
        return '%s: %s\n%sConditions:\n  known: {"Fn::Equals": [1, 1]}\n  c: %s\n' % (key, json.dumps(version), base, call)
    if key == 'heat_template_version':
        known = 'conditions:\n  known: {equals: [1, 1]}\n  never: {equals: [1, 2]}\n' if version >= '2016-10-14' else ''
        return '%s: %s\n%s%soutputs:\n  o:\n    value: %s\n' % (key, json.dumps(version), base, known, call)
    known = 'Conditions:\n  known: {"Fn::Equals": [1, 1]}\n  never: {"Fn::Equals": [1, 2]}\n' if key.startswith('AWS') else ''
    return '%s: %s\n%s%sOutputs:\n  o:\n    Value: %s\n' % (key, json.dumps(version), base, known, call)


def result_of(text, conditions):
    loaded = resolve.Loaded(reading.as_sent(template_format.parse(text)), {'types': TYPES, 'parameters': {}, 'parameter_defaults': {}})
    found = resolve.plain(loaded.in_sample(SAMPLE))
    part = found['conditions'] if conditions else found['outputs']
    whole = part if '<error>' in part else part['c'] if conditions else part['o']['value']
    if isinstance(whole, dict):
        whole.pop('<reason>', None)
    return whole


def main():
    # The classes are loaded with the first template.
    template.Template({'heat_template_version': '2013-05-23'})
    lines = []
    for conditions, texts in ((False, calls.VALUES), (True, calls.CONDITIONS)):
        for call in texts:
            name = next(iter(template_format.yaml.load(call, Loader=template_format.yaml_loader)))
            for key, version in versions_of(name, conditions):
                result = result_of(text_of(key, version, call, conditions), conditions)
                lines.append(json.dumps([key, version, conditions, call, result]))
    head = json.dumps({'hot': calls.HOT, 'cfn': calls.CFN, 'types': TYPES})
    (HERE / 'functions.json').write_text('{"given": %s, "calls": [\n%s\n]}\n' % (head, ',\n'.join(lines)))
    print('%d results' % len(lines))


if __name__ == '__main__':
    main()
