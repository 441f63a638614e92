"""Resolve a template in one world: what Heat would build, as plain data with symbolic references."""

import copy
import functools

from heat.engine import environment
from heat.engine import function
from heat.engine import parameters as parameters_module
from heat.engine import template

import symbols

OMITTED = Ellipsis


class Failed(str):
    """Stands for a value that Heat cannot compute: `error: <exception class>`."""

    def __new__(cls, error):
        made = super().__new__(cls, 'error: %s' % type(error).__name__)
        made.reason = str(error)
        return made


class LoadedTemplate:
    """A template file as Heat's Template class, ready to be resolved in many worlds."""

    def __init__(self, data, files, keys=(), defaults=None):
        self.data = data
        self.files = files
        self.keys = keys
        self.defaults = defaults or {}

    def template(self, parameters=None):
        """A fresh heat.engine.template.Template with these parameter values."""
        env = environment.Environment({'parameters': parameters or {}, 'parameter_defaults': self.defaults})
        # Heat keeps nothing of a resolution in the data, but merges defaults into it in places.
        return template.Template(copy.deepcopy(self.data), files=self.files, env=env)

    @functools.cached_property
    def _declared(self):
        return set(self.template().param_schemata())

    def stack(self, world, strict_attributes=False):
        """(template, stack definition) with the conditions of the world held."""
        made = self.template({name: value for name, value in world.parameters.items() if name in self._declared})
        stack = symbols.SymbolicStack(made, world.shape, self.keys, strict_attributes)
        if world.conditions is not None and hasattr(made, 'CONDITIONS'):
            held = made.conditions(stack)
            names = set(made._get_condition_definitions())
            held._resolved.update({n: v for n, v in world.conditions.items() if n in names})
        return made, stack

    def resolve(self, world):
        """Everything the template says in this world, as a dict; raises what Heat raises on loading."""
        made, stack = self.stack(world)
        names = sorted(stack.enabled_rsrc_names())
        return {
            'parameter values': {name: attempt(parameter.value) for name, parameter in stack.parameters.params.items()
                                 if '::' not in name},
            'conditions': conditions(made, stack),
            'resources': {name: resource(stack.resource_definition(name)) for name in names},
            'disabled': sorted(stack.all_rsrc_names() - set(names)),
            'outputs': {name: output(stack.output_definition(name)) for name in sorted(stack.enabled_output_names())},
        }


def conditions(made, stack):
    """Name to value of every condition."""
    if not hasattr(made, 'CONDITIONS'):
        return {}
    held = made.conditions(stack)
    return {name: attempt(held.is_enabled, name) for name in made._get_condition_definitions()}


def resource(definition):
    """One resource definition with every function resolved."""
    explicit = set(definition._depends or [])
    needed = attempt(lambda: set(definition.required_resource_names()))
    return {
        'type': definition.resource_type,
        'properties': values(definition._properties),
        'metadata': values(definition._metadata),
        'update_policy': values(definition._update_policy),
        'deletion_policy': attempt(definition.deletion_policy),
        'condition': values(definition._condition),
        'external_id': values(definition._external_id),
        'description': definition.description,
        'depends_on': sorted(explicit),
        'needs': needed if isinstance(needed, Failed) else sorted(needed | explicit),
    }


def output(definition):
    """One output: value and description."""
    return {'value': values(definition._value), 'description': definition._description}


def values(snippet):
    """A parsed snippet with each function resolved by itself, so that one failure hides no other value."""
    found = _values(snippet)
    return None if found is OMITTED else found


def _values(snippet):
    if isinstance(snippet, function.Function):
        return attempt(snippet.result)
    if isinstance(snippet, dict):
        pairs = ((key, _values(value)) for key, value in snippet.items())
        return {key: value for key, value in pairs if value is not OMITTED}
    if isinstance(snippet, (list, tuple)):
        return [value for value in map(_values, snippet) if value is not OMITTED]
    return snippet


def attempt(compute, *arguments):
    """The value, or Failed."""
    try:
        return compute(*arguments)
    except Exception as error:
        return Failed(error)


def parameters(made):
    """The declared parameters: name to type, default, hidden, constraints and texts, dialect-free."""
    return {name: _parameter(schema) for name, schema in made.param_schemata().items()}


_TYPES = {'CommaDelimitedList': 'comma_delimited_list'}


def _parameter(schema):
    return {
        'type': _TYPES.get(schema.type, str(schema.type).lower()) if isinstance(schema.type, str) else schema.type,
        'description': schema.description,
        'has default': schema.default is not None,
        'hidden': bool(schema.hidden),
        'label': schema.label,
        'immutable': schema.immutable,
        'tags': schema.tags or [],
        'constraints': [_constraint(one, schema) for one in schema.constraints],
    }


def _constraint(one, schema):
    bounds = {name: getattr(one, name) for name in ('min', 'max', 'step', 'offset', 'allowed', 'pattern', 'name')
              if getattr(one, name, None) is not None}
    if 'allowed' in bounds:
        # What a number is compared with is one, however it is written (AllowedValues._is_valid).
        is_number = schema.type in ('Number', 'number')
        bounds['allowed'] = [_number(item) if is_number else item for item in bounds['allowed']]
    return {'constraint': type(one).__name__, **bounds, 'description': one.description}


def _number(item):
    try:
        return parameters_module.Schema.str_to_num(item)
    except (TypeError, ValueError):
        return item
