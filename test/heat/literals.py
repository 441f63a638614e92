"""What Heat makes of literals.

    literals.py < QUESTIONS.jsonl

Each line is one of
    {"literal": TEXT, "property": {...}}                 a property with that schema, as `Properties` has it
    {"literal": TEXT, "default": {...}}                  a parameter declared so, with the literal for its default
    {"literal": TEXT, "value": {...}}                    a parameter declared so, given the literal
    {"literal": TEXT, "passed": {...}}                   a parameter of a nested template, given the literal by its caller
A literal is YAML. Prints for each {"value": JSON} or {"error": TEXT}; in a value, floats are {"float": TEXT}.
"""

import json
import sys

sys.dont_write_bytecode = True

import cloudless

from heat.common import template_format
from heat.engine import constraints
from heat.engine import parameters
from heat.engine import properties
from heat.engine import template
from heat.engine.hot import parameters as hot_parameters
import yaml

assert cloudless

KINDS = {'string': 'String', 'integer': 'Integer', 'number': 'Number', 'boolean': 'Boolean', 'map': 'Map',
         'list': 'List', 'any': 'Any'}


def data(text):
    return yaml.load('x: %s' % text, template_format.yaml_loader)['x']


def constraint(one):
    kind = one['kind']
    if kind == 'range':
        return constraints.Range(one.get('min'), one.get('max'))
    if kind == 'length':
        return constraints.Length(one.get('min'), one.get('max'))
    if kind == 'modulo':
        return constraints.Modulo(one['step'], one['offset'])
    if kind == 'allowed_values':
        return constraints.AllowedValues(one['values'])
    if kind == 'allowed_pattern':
        return constraints.AllowedPattern(one['pattern'])
    return constraints.CustomConstraint(one['name'])


def schema(one):
    inner = None
    if 'items' in one:
        inner = schema(one['items'])
    elif 'schema' in one:
        inner = {key: schema(value) for key, value in one['schema'].items()}
    return properties.Schema(KINDS[one.get('type', 'string')], default=one.get('default'), schema=inner,
                             constraints=[constraint(each) for each in one.get('constraints', [])])


def shown(value):
    if isinstance(value, float):
        return {'float': repr(value)}
    if isinstance(value, (list, tuple)):
        return [shown(one) for one in value]
    if isinstance(value, dict):
        return {'map': [[shown(key), shown(one)] for key, one in value.items()]}
    return value


def declared(one, **more):
    return {'heat_template_version': '2021-04-16', 'parameters': {'p': dict(one, **more)}}


def stack_parameters(document, given):
    made = template.Template(document).parameters(None, given)
    made.validate(context=cloudless.request())
    return made['p']


def of_property(one):
    made = properties.Properties({'p': schema(one['property'])}, {'p': data(one['literal'])},
                                 context=cloudless.request())
    made.validate()
    return made['p']


def of_default(one):
    return stack_parameters(declared(one['default'], default=data(one['literal'])), {})


def of_value(one):
    return stack_parameters(declared(one['value']), {'p': data(one['literal'])})


def of_passed(one):
    """`TemplateResource.child_params` without a stack: the property, then the parameter."""
    from heat.engine.resources import template_resource
    document = declared(one['passed'])
    schemata = properties.Properties.schema_from_params(template.Template(document).param_schemata())
    made = properties.Properties(schemata, {'p': data(one['literal'])}, context=cloudless.request())
    made.validate()
    child = template_resource.TemplateResource.child_params(type('Caller', (), {'properties': made, 'action': 'INIT',
                                                                                'INIT': 'INIT'}))
    return stack_parameters(document, child)


ASKED = {'property': of_property, 'default': of_default, 'value': of_value, 'passed': of_passed}


def main():
    for line in sys.stdin:
        one = json.loads(line)
        kind = next(key for key in ASKED if key in one)
        try:
            print(json.dumps({'value': shown(ASKED[kind](one))}))
        except Exception as error:
            print(json.dumps({'error': '%s: %s' % (type(error).__name__, error)}))


assert parameters and hot_parameters
main()
