#!/usr/bin/python3
"""What the resource classes of Heat decide about the resources of a stack that is updated to another template.

    update_decisions.py < requests > answers

Each line is a JSON array of `[before, after, parameters]`: two templates as text, and the values that both are given.
For each a JSON object: by resource `created`, `deleted`, `replaced`, `refused`, `updated` or `none`; or `error`.
Nothing is asked of a cloud: references are ids that change with a replacement, and attributes hang on them.
Needs Debian's python3-heat (developed with 19.0.0), so run it with /usr/bin/python3.
"""

import json
import logging
import sys
from unittest import mock

sys.dont_write_bytecode = True
logging.disable(logging.CRITICAL)

from heat.common import exception
from heat.common import template_format
from heat.engine import environment
from heat.engine import resource
from heat.engine import resources
from heat.engine import stack as stacks
from heat.engine import stk_defn
from heat.engine import template
from heat.engine.resources import stack_resource

import symbols


def stack_of(text, parameters):
    made = template.Template(template_format.parse(text), env=environment.Environment({'parameters': parameters}))
    context = mock.MagicMock(tenant_id='project', username='user', request_id='r', user_id='u')
    with mock.patch.object(stacks.Stack, 'db_resource_get', return_value=None):
        stack = stacks.Stack(context, 'stack', made, stack_id='id', disable_rollback=True, strict_validate=False)
        list(stack.resources)
    return stack


def known(stack, name, generation):
    """Tells the functions of a stack what a resource is."""
    definition = stack.defn.resource_definition(name)
    data = symbols.SymbolicData('%s-%d' % (name, generation), definition.resource_type, 'typed', ('key',))
    stk_defn.update_resource_data(stack.defn, name, data)


def decided(old, new, old_stack, new_stack):
    """The decision of one resource, as `Resource.update` comes to it."""
    is_substituted = old.check_is_substituted(type(new))
    if type(old) is not type(new) and not is_substituted:
        return 'replaced'
    before = old.t.freeze()
    after = new.t.reparse(new_stack.defn, new_stack.t).freeze()
    if is_substituted:
        old = type(new)(old.name, old.t, old.stack)
    old.action, old.status = 'CREATE', 'COMPLETE'
    old.resource_id = 'something'
    if old.external_id != after.external_id():
        return 'refused'
    if after.external_id() is not None:
        return 'none'
    try:
        if type(old).update is not resource.Resource.update:
            old.update(after, before)
        before_props = before.properties(old.properties_schema, old.context)
        after.set_translation_rules(old.translation_rules(old.properties))
        after_props = after.properties(old.properties_schema, old.context)
        old.translate_properties(after_props, client_resolve=False)
        old.translate_properties(before_props, client_resolve=False, ignore_resolve_error=True)
        if not old._needs_update(after, before, after_props, before_props, None):
            return 'none'
        changed = old.update_template_diff_properties(after_props, before_props)
        difference = after - before
        if old.needs_replace_with_tmpl_diff(difference):
            return 'replaced'
        is_felt = changed or difference.metadata_changed() or difference.update_policy_changed()
        return 'updated' if is_felt else 'none'
    except resource.UpdateReplace:
        return 'replaced'
    except exception.NotSupported:
        return 'refused'


def decisions(before, after, parameters):
    old_stack, new_stack = stack_of(before, parameters), stack_of(after, parameters)
    for name in old_stack.resources:
        known(old_stack, name, 1)
    found = {}
    for one in new_stack.dependencies:
        name = one.name
        if name not in old_stack.resources:
            found[name] = 'created'
            known(new_stack, name, 2)
            continue
        found[name] = decided(old_stack[name], new_stack[name], old_stack, new_stack)
        known(new_stack, name, 2 if found[name] == 'replaced' else 1)
    for name in old_stack.resources:
        if name not in new_stack.resources:
            found[name] = 'deleted'
    return found


def without_cloud():
    """Constraints that ask a cloud hold, and no client is made."""
    patches = [
        mock.patch('heat.engine.constraints.CustomConstraint._is_valid', lambda *_a, **_n: True),
        mock.patch.object(resource.Resource, 'client', lambda *_a, **_n: mock.MagicMock()),
        mock.patch.object(resource.Resource, 'client_plugin', lambda *_a, **_n: mock.MagicMock()),
        mock.patch.object(resource.Resource, 'physical_resource_name', lambda self: self.name),
        mock.patch.object(resource.Resource, 'metadata_get', lambda *_a, **_n: {}),
        mock.patch.object(stack_resource.StackResource, 'has_nested', lambda _self: False),
    ]
    for one in patches:
        one.start()


if __name__ == '__main__':
    resources.initialise()
    without_cloud()
    for line in sys.stdin:
        before, after, parameters = json.loads(line)
        try:
            answer = decisions(before, after, parameters)
        except Exception as error:
            answer = {'error': '%s: %s' % (type(error).__name__, error)}
        print(json.dumps(answer), flush=True)
