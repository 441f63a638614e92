#!/usr/bin/python3
"""What Heat's plug-ins ask of the cloud when they create the resources of a template.

    native_calls.py [TYPE=FILE...] TEMPLATE...

Runs the real `handle_create` of each resource, in the order in which Heat would, against a cloud in memory that
writes down what it is asked; groups and nested stacks create what is in them.  Prints one JSON object per template: by
resource the calls with their arguments, without those that are null.  A resource has its name for an id, a router that
is looked for by the name of a network is `<network>_router`, and there is one external network, `ext`, which is also
the value of parameters without one; of numbers that is 22.  TYPE=FILE is a template that stands for a type.  A new security group has no rules of its own here.  Needs Debian's python3-heat
(developed with 19.0.0), so run it with /usr/bin/python3.
"""

import contextlib
import json
import logging
import sys
from unittest import mock
from urllib import parse

sys.dont_write_bytecode = True
logging.disable(logging.CRITICAL)

from heat.common import grouputils
from heat.common import short_id
from heat.common import template_format
from heat.common import urlfetch
from heat.engine import environment
from heat.engine import node_data
from heat.engine import resource
from heat.engine import resources
from heat.engine import stack as stacks
from heat.engine import stk_defn
from heat.engine import template
from heat.engine.resources import stack_resource
from heat.engine.resources import stack_user
from heat.engine.resources.openstack.heat import scaling_policy
from heat.engine.resources.openstack.heat import wait_condition as native_condition

# What only asks changes nothing in the cloud.
READING = ('show_', 'list_', 'get', 'network_id_from_')

# What stands behind every URL.
NESTED = '''
heat_template_version: 2018-08-31
parameters: {floor: {type: string}, rooms: {type: number}}
resources:
  annex_net: {type: OS::Neutron::Net, properties: {name: {get_param: floor}}}
outputs:
  Address: {value: {get_param: rooms}}
'''


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

    def __init__(self, made, **known):
        super().__init__({'id': made, **known})
        self.id = made

    def __missing__(self, key):
        return [] if key.endswith('s') else Answer(self.id)


class Client:
    # All that was asked before.
    made = []

    def __init__(self, calls, owner, path=''):
        self.calls, self.owner, self.path = calls, owner, path

    def __getattr__(self, name):
        return Client(self.calls, self.owner, '%s.%s' % (self.path, name) if self.path else name)

    def __call__(self, *args, **named):
        what = self.path.rsplit('.', 1)[-1]
        if what == 'list_networks' and named.get('router:external'):
            return {'networks': [Answer('ext')]}
        if what == 'list_routers':
            return {'routers': [Answer('%s_router' % named['name'])]}
        if what == 'show_network':
            return {'network': Answer(args[0], name=args[0])}
        if what == 'show_subnet':
            return {'subnet': Answer(args[0], network_id=self.network_of(args[0]))}
        if not what.startswith(READING):
            self.calls.append([self.path, plain(args), plain(named)])
            self.made.append(self.calls[-1])
        return Answer(name_in(args) or self.owner)


    def network_of(self, subnet):
        for _what, args, _named in self.made:
            body = args[0].get('subnet', {}) if args and isinstance(args[0], dict) else {}
            if body.get('name') == subnet:
                return body['network_id']
        return 'network_id of %s' % subnet


def name_in(args):
    """The name that a request gives to what it makes."""
    for body in args:
        for made in body.values() if isinstance(body, dict) else ():
            if isinstance(made, dict) and 'name' in made:
                return made['name']
    return None


class Plugin(Client):
    """Names are found under themselves, and the user data stays what it is."""

    ignore_not_found = contextlib.nullcontext()

    def __init__(self, calls, owner, stack):
        super().__init__(calls, owner)
        self.stack = stack

    def __getattr__(self, name):
        if name == 'find_resourceid_by_name_or_id':
            return lambda _kind, what, *_args, **_named: what
        if name.startswith(('find_', 'get_flavor', 'get_image')):
            return lambda what, *_args, **_named: what
        if name == 'network_id_from_subnet_id':
            return lambda subnet: 'network_id of %s' % subnet
        if name == 'get_secgroup_uuids':
            return list
        if name in ('associate_floatingip_address', 'associate_floatingip'):
            return self.associate
        if name == 'build_userdata':
            return lambda _metadata, userdata=None, instance_user=None, user_data_format='HEAT_CFNTOOLS': {
                'userdata': userdata, 'instance_user': instance_user, 'user_data_format': user_data_format}
        if name == 'meta_serialize':
            return lambda metadata: metadata
        if name == 'RES_TYPE_NETWORK':
            return 'network'
        if name == 'resolve_pool':
            return lambda properties, key, id_key: properties.update({id_key: properties.pop(key)})
        if name == 'is_conflict':
            return lambda _error: False
        return super().__getattr__(name)

    def associate(self, server, address):
        """As nova's plug-in does it: the first port of the server gets the address."""
        networks = self.stack[server].properties['networks'] if server in self.stack else None
        port = networks[0]['port'] if networks else 'port of %s' % server
        self.calls.append(['update_floatingip', [address.rsplit(' of ', 1)[-1], {'floatingip': {'port_id': port}}], {}])


class Attributes(dict):
    """Every attribute of a resource that is asked for."""

    def __init__(self, name):
        super().__init__()
        self.name = name

    def __getitem__(self, key):
        return '%s of %s' % ('.'.join(map(str, key)) if isinstance(key, tuple) else key, self.name)


def calls_of(text, types):
    Client.made.clear()
    data = template_format.parse(text)
    urls = {name: 'file:///%s.yaml' % name.replace('::', '_') for name in types}
    made = template.Template(data, files={urls[name]: text for name, text in types.items()})
    declared = data.get('parameters') or data.get('Parameters') or {}
    missing = {name: 22 if str(one.get('type') or one.get('Type')).lower() == 'number' else 'ext' for name, one in declared.items() if 'default' not in one and 'Default' not in one}
    made.env = environment.Environment({'parameters': missing, 'resource_registry': urls})
    return calls_in(made, 'stack')


def calls_in(made, name):
    context = mock.MagicMock(tenant_id='project', username='user', request_id='r', user_id='u')
    stack = stacks.Stack(context, name, made, stack_id='id', disable_rollback=True, strict_validate=False)
    stack._stack_user_project_id = 'users'
    references = {one: reference_of(stack[one]) for one in stack.resources}
    stack.resource_by_refid = lambda wanted: next(
        (stack[one] for one, reference in references.items() if reference == wanted), None)
    found = {}
    for one in stack.dependencies:
        found[one.name] = created(one, stack)
        data = node_data.NodeData(1, one.name, 'uuid', references[one.name], Attributes(one.name), 'CREATE', 'COMPLETE')
        stk_defn.update_resource_data(stack.defn, one.name, data)
    return found


def reference_of(one):
    """What a reference to a resource gives: its id, of a handle of the AWS kind its URL."""
    if one.type() != 'AWS::CloudFormation::WaitConditionHandle':
        return one.name
    arn = 'arn:openstack:heat::project:stacks/%s/id/resources/%s' % (one.stack.name, one.name)
    return 'https://heat.example/v1/waitcondition/%s' % parse.quote(arn, '')


def created(one, stack):
    calls = []

    def nested(self, child, user_params=None, *_args, **_named):
        child = child if isinstance(child, template.Template) else template.Template(child)
        if user_params:
            child.env = environment.Environment({'parameters': dict(getattr(user_params, 'params', user_params))})
        for name, inner in sorted(calls_in(child, '%s-nested' % one.name).items()):
            calls.extend(inner)
        return None

    cloud = {
        'client': lambda self, *a, **n: Client(calls, self.name),
        'client_plugin': lambda self, *a, **n: Plugin(calls, self.name, stack),
        'resource_id_set': lambda self, value: setattr(self, 'resource_id', value),
        'physical_resource_name': lambda self: self.name,
        'metadata_get': lambda self, refresh=False: {},
        'metadata_set': lambda self, *a, **n: None,
        'data': lambda self: {},
        'data_set': lambda self, *a, **n: None,
    }
    with contextlib.ExitStack() as patches:
        for name, how in cloud.items():
            patches.enter_context(mock.patch.object(resource.Resource, name, how))
        patches.enter_context(mock.patch.object(stack_resource.StackResource, 'create_with_template', nested))
        patches.enter_context(mock.patch.object(stack_resource.StackResource, 'nested', lambda self: None))
        patches.enter_context(mock.patch.object(stack_user.StackUser, '_create_user', lambda self: calls.append(['create_user', [], {}])))
        patches.enter_context(mock.patch.object(stack_user.StackUser, '_get_user_id', lambda self: self.name))
        try:
            one.reparse(client_resolve=False)
            calls.extend(intended(one, one.handle_create()))
        except Exception as error:
            calls.append(['failed', repr(error)])
    return calls


def intended(one, made):
    """What a resource does later with its properties, where that is no request of its creation."""
    if isinstance(one, scaling_policy.AutoScalingPolicy):
        group = one.properties[one.AUTO_SCALING_GROUP_NAME if hasattr(one, 'AUTO_SCALING_GROUP_NAME') else one.AUTO_SCALING_GROUP_ID]
        return [['scale', [group, one.properties[one.ADJUSTMENT_TYPE], one.properties[one.SCALING_ADJUSTMENT], one.properties[one.COOLDOWN]], {}]]
    if isinstance(one, native_condition.HeatWaitCondition):
        handle, _start, timeout = made
        return [['wait', [handle.name, timeout, one.properties[one.COUNT]], {}]]
    family, _, kind = one.type().rpartition('::')
    if family in ('OS::Neutron::LBaaS', 'OS::Octavia') and isinstance(made, dict):
        # Both ask for it when the balancer is ready; members and rules are those of a pool or policy.
        owner = [one.properties[name] for name in ('pool', 'l7policy') if name in one.properties]
        return [['create %s' % kind, plain([*owner, made]), {}]]
    return []


if __name__ == '__main__':
    resources.initialise()
    with mock.patch.object(stacks.Stack, 'db_resource_get', return_value=None), \
            mock.patch.object(grouputils, 'get_member_definitions', lambda *_args, **_named: []), \
            mock.patch.object(grouputils.GroupInspector, 'from_parent_resource', lambda *_args: mock.Mock(member_names=lambda **_named: [], size=lambda **_named: 0)), \
            mock.patch.object(short_id, 'generate_id', lambda: 'member'), \
            mock.patch.object(urlfetch, 'get', lambda *_args, **_named: NESTED):
        types = {}
        for argument in sys.argv[1:]:
            name, _, path = argument.rpartition('=')
            with open(path, encoding='utf-8') as file:
                if name:
                    types[name] = file.read()
                else:
                    print(json.dumps(calls_of(file.read(), types), sort_keys=True))
