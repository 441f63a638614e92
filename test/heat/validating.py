"""Heat's validation of a template, as far as it goes without a cloud.

Language errors (sections, functions, parameters, conditions, references, circles) make a template
invalid.  What depends on the resource types that this Heat release has is told apart: a rewrite
keeps types, so it cannot be blamed for them.
"""

from heat.engine import dependencies
from heat.engine import function
from heat.engine import parameter_groups
from heat.engine import properties

import symbols


def language_errors(loaded, world):
    """Texts of what Heat refuses about the template itself; empty when it would take it."""
    errors = []

    def check(what, action):
        try:
            action()
            return True
        except Exception as error:
            errors.append('%s: %s: %s' % (what, type(error).__name__, error))
            return False

    made = stack = None

    def start():
        nonlocal made, stack
        made, stack = loaded.stack(world)

    if not check('template', start):
        return errors
    check('sections', made.validate)
    check('parameters', lambda: stack.parameters.validate(validate_value=False))
    for name, parameter in stack.parameters.params.items():
        if parameter.has_value():
            check('parameter %s' % name, parameter.value)
    check('parameter groups', parameter_groups.ParameterGroups(made).validate)
    check('conditions', lambda: made.conditions(stack).validate())
    if check('resources', stack.enabled_rsrc_names):
        names = stack.enabled_rsrc_names()
        both = set(stack.parameters) & names
        if both:
            errors.append('resources: duplicate names %s' % ', '.join(sorted(both)))
        for name in sorted(names):
            check('resource %s' % name, stack.resource_definition(name).validate)
        check('dependencies', lambda: _in_order(stack))
    if check('outputs', stack.enabled_output_names):
        for name in sorted(stack.enabled_output_names()):
            check('output %s' % name, stack.output_definition(name).validate)
    return errors


def _in_order(stack):
    graph = dependencies.Dependencies()
    known, enabled = stack.all_rsrc_names(), stack.enabled_rsrc_names()
    for name in enabled:
        graph += (name, None)
        for other in stack.resource_definition(name).required_resource_names():
            if other not in known:
                raise ValueError('%s depends on %s, which is no resource' % (name, other))
            if other in enabled:
                graph += (name, other)
    list(graph)


def type_errors(loaded, world):
    """Texts of what does not fit the resource types of this Heat release: types, properties, attributes."""
    made, stack = loaded.stack(world, strict_attributes=True)
    errors = []
    for name in sorted(stack.enabled_rsrc_names()):
        definition = stack.resource_definition(name)
        if symbols.is_template_type(definition.resource_type):
            continue
        cls = symbols.resource_class(definition.resource_type)
        if cls is None:
            errors.append('resource %s: unknown type %s' % (name, definition.resource_type))
            continue
        errors += ['resource %s: %s' % (name, text) for text in _misfits(definition, cls)]
    for name in sorted(stack.enabled_output_names()):
        errors += ['output %s: %s' % (name, text) for text in _reported(stack.output_definition(name).validate)]
    return errors


def _misfits(definition, cls):
    yield from _reported(definition.validate)
    checked = properties.Properties(cls.properties_schema, definition._properties or {}, function.resolve,
                                    section='Properties')
    yield from _reported(lambda: checked.validate(with_value=False))


def _reported(action):
    try:
        action()
    except Exception as error:
        yield '%s: %s' % (type(error).__name__, error)
