#!/usr/bin/python3
"""What Heat's plug-ins ask of the cloud when they create the resources of a template.

    native_calls.py TEMPLATE...

Runs the real `handle_create` of each resource against clients that only write down what they are asked,
and prints one JSON object per template: by resource the calls with their arguments, without those that are
null.  A new security group has no rules of its own here.  Needs Debian's python3-heat (developed with 19.0.0), so run it with /usr/bin/python3.
"""

import json
import logging
import sys
from unittest import mock

sys.dont_write_bytecode = True
logging.disable(logging.CRITICAL)

from heat.common import template_format
from heat.engine import environment
from heat.engine import resource
from heat.engine import resources
from heat.engine import stack as stacks
from heat.engine import template



# What only asks changes nothing in the cloud.
READING = ('show_', 'list_', 'get', 'network_id_from_')


def plain(value):
    """Data without what is null."""
    if isinstance(value, dict):
        return {str(key): plain(one) for key, one in value.items() if one is not None}
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    if hasattr(value, 'items'):
        return plain(dict(value))
    return value if isinstance(value, (str, int, float, bool)) else repr(value)


class Answer(dict):
    """Whatever a cloud answers: it has an id, and everything that is asked of it."""

    id = 'made'

    def __init__(self, *args):
        super().__init__({'id': 'made'}, *args)

    def __missing__(self, key):
        return [] if key.endswith('s') else Answer()


class Client:
    def __init__(self, calls, path=''):
        self.calls, self.path = calls, path

    def __getattr__(self, name):
        return Client(self.calls, '%s.%s' % (self.path, name) if self.path else name)

    def __call__(self, *args, **named):
        if not self.path.rsplit('.', 1)[-1].startswith(READING):
            self.calls.append([self.path, plain(args), plain(named)])
        return Answer()


class Plugin(Client):
    """Names are found under themselves, and the user data stays what it is."""

    def __getattr__(self, name):
        if name.startswith(('find_', 'get_flavor', 'get_image')):
            return lambda what, *_args, **_named: what
        if name == 'find_resourceid_by_name_or_id':
            return lambda _kind, what, *_args, **_named: what
        if name == 'get_secgroup_uuids':
            return list
        if name == 'build_userdata':
            return lambda _metadata, userdata=None, instance_user=None, user_data_format='HEAT_CFNTOOLS': {
                'userdata': userdata, 'instance_user': instance_user, 'user_data_format': user_data_format}
        if name == 'meta_serialize':
            return lambda metadata: metadata
        if name == 'is_conflict':
            return lambda _error: False
        return super().__getattr__(name)


def calls_of(text):
    made = template.Template(template_format.parse(text), env=environment.Environment())
    context = mock.MagicMock(tenant_id='project', username='user', request_id='r', user_id='u')
    with mock.patch.object(stacks.Stack, 'db_resource_get', return_value=None):
        stack = stacks.Stack(context, 'stack', made, stack_id='id', disable_rollback=True, strict_validate=False)
        found = {}
        for name in sorted(stack.resources):
            found[name] = created(stack[name])
        return found


def created(one):
    calls = []
    with mock.patch.object(resource.Resource, 'client', lambda self, *a, **n: Client(calls)), \
            mock.patch.object(resource.Resource, 'client_plugin', lambda self, *a, **n: Plugin(calls)), \
            mock.patch.object(resource.Resource, 'resource_id_set', lambda self, value: setattr(self, 'resource_id', value)), \
            mock.patch.object(resource.Resource, 'physical_resource_name', lambda self: self.name), \
            mock.patch.object(resource.Resource, 'metadata_get', lambda self, refresh=False: {}), \
            mock.patch.object(resource.Resource, 'data_set', lambda self, *a, **n: None):
        try:
            one.reparse(client_resolve=False)
            one.handle_create()
        except Exception as error:
            calls.append(['failed', repr(error)])
    return calls


if __name__ == '__main__':
    resources.initialise()
    for path in sys.argv[1:]:
        with open(path, encoding='utf-8') as file:
            print(json.dumps(calls_of(file.read()), sort_keys=True))
