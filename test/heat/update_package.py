#!/usr/bin/python3
"""What Heat decides about the resources of a package that is updated to another version, with nested stacks and members of groups.

    update_package.py < updates > answers

Each line is a JSON array of two versions, each `{"template": text, "files": {name: text}, "environment": {...}}`. For each a JSON
object: by resource, with the names of the stacks that it is in before it (`web/0/server`), what update_decisions.py says.
Heat's own classes make the templates of nested stacks, and choose the names of members. Needs Debian's python3-heat.
"""

import json
import sys
from unittest import mock

sys.dont_write_bytecode = True

from heat.common import grouputils
from heat.common import template_format
from heat.engine import environment
from heat.engine import resources
from heat.engine import stack as stacks
from heat.engine import template
from heat.engine.resources import stack_resource
from heat.engine.resources.openstack.heat import resource_group

import update_decisions


def stack_of(version):
    made = template.Template(
        template_format.parse(version['template']), files=version['files'],
        env=environment.Environment(version['environment']))
    context = mock.MagicMock(tenant_id='project', username='user', request_id='r', user_id='u')
    return stacks.Stack(context, 'stack', made, stack_id='id', disable_rollback=True, strict_validate=False)


def group_names(old, new):
    """Gives the groups what Heat stores of names that were removed, and tells the new one which members there are."""
    store = {}
    for one in (old, new):
        one.data = lambda *_a, **_n: store
        one.data_set = lambda key, value, *_a, **_n: store.__setitem__(key, value)
    members = []
    inspector = mock.MagicMock(**{'member_names.side_effect': lambda *_a, **_n: list(members)})
    with mock.patch.object(grouputils.GroupInspector, 'from_parent_resource', lambda *_a: inspector):
        old.resource_id = None
        old._update_name_skiplist(old.properties)
        members.extend(old._resource_names())
        new.resource_id = 'something'
        new._update_name_skiplist(new.properties)
        return list(members), list(new._resource_names())


def nested_of(one, names=None):
    """The stack that a resource makes, as Heat parses it."""
    child = one.child_template() if names is None else one._assemble_nested(names)
    return one._parse_nested_stack('%s-%s' % (one.stack.name, one.name), child, one.child_params())


def nested_pair(old, new):
    if isinstance(old, resource_group.ResourceGroup) and isinstance(new, resource_group.ResourceGroup):
        before, after = group_names(old, new)
        return nested_of(old, before), nested_of(new, after)
    return [nested_of(one) if isinstance(one, stack_resource.StackResource) else None for one in (old, new)]


def all_in(stack, scope, what):
    """What becomes of each resource of a stack that comes or goes as a whole."""
    found = {}
    for name in stack.resources:
        found[scope + name] = what
        update_decisions.known(stack, name, 1)
    for name, one in stack.resources.items():
        if isinstance(one, stack_resource.StackResource):
            found.update(all_in(nested_of(one), '%s%s/' % (scope, name), what))
    return found


def decisions(old_stack, new_stack, scope=''):
    found = {}
    for name in old_stack.resources:
        update_decisions.known(old_stack, name, 1)
    for one in new_stack.dependencies:
        name = one.name
        inside = '%s%s/' % (scope, name)
        old, new = old_stack.resources.get(name), new_stack[name]
        nested = [None, None]
        if old is None:
            found[scope + name] = 'created'
            if isinstance(new, stack_resource.StackResource):
                nested[1] = nested_of(new)
        else:
            nested = nested_pair(old, new)
            found[scope + name] = update_decisions.decided(old, new, old_stack, new_stack)
        generation = 2 if found[scope + name] in ('created', 'replaced') else 1
        update_decisions.known(new_stack, name, generation)
        if None not in nested and found[scope + name] != 'replaced':
            found.update(decisions(nested[0], nested[1], inside))
            continue
        if nested[0] is not None:
            found.update(all_in(nested[0], inside, 'deleted'))
        if nested[1] is not None:
            for inner, what in all_in(nested[1], inside, 'created').items():
                found[inner] = 'replaced' if inner in found else what
    for name, one in old_stack.resources.items():
        if name not in new_stack.resources:
            found[scope + name] = 'deleted'
            if isinstance(one, stack_resource.StackResource):
                found.update(all_in(nested_of(one), '%s%s/' % (scope, name), 'deleted'))
    return found


if __name__ == '__main__':
    resources.initialise()
    update_decisions.without_cloud()
    mock.patch.object(stack_resource.StackResource, '_validate_nested_resources', lambda *_a: None).start()
    mock.patch.object(stacks.Stack, 'db_resource_get', return_value=None).start()
    no_members = mock.MagicMock(**{'member_names.return_value': []})
    mock.patch.object(grouputils.GroupInspector, 'from_parent_resource', lambda *_a: no_members).start()
    for line in sys.stdin:
        before, after = json.loads(line)
        print(json.dumps(decisions(stack_of(before), stack_of(after))), flush=True)
