#!/usr/bin/python3
"""What the resource classes of Heat decide about the resources of a stack that is updated to another template.

    update_decisions.py < requests > answers

Each line is a JSON array of `[before, after, parameters]`: two templates as text, and the values that both are given.
For each a JSON object: by resource `created`, `deleted`, `replaced`, `refused`, `updated` or `none`, `invalid` where its new
properties are none that its class takes, so that no update comes so far; or `error`.
Nothing is asked of a cloud: references are ids that change with a replacement, and attributes hang on them.
Needs Debian's python3-heat (developed with 19.0.0), so run it with /usr/bin/python3.
"""

import contextlib
import json
import logging
import re
import sys
from unittest import mock

sys.dont_write_bytecode = True
logging.disable(logging.CRITICAL)

from heat.common import exception
from heat.common import template_format
from heat.engine import environment
from heat.engine import function
from heat.engine import resource
from heat.engine import resources
from heat.engine import stack as stacks
from heat.engine import stk_defn
from heat.engine import template
from heat.engine import translation
from heat.engine.resources import stack_resource

import symbols


def stack_of(text, parameters):
    made = template.Template(template_format.parse(text), env=environment.Environment({'parameters': parameters}))
    context = mock.MagicMock(tenant_id='project', username='user', request_id='r', user_id='u')
    with mock.patch.object(stacks.Stack, 'db_resource_get', return_value=None):
        stack = stacks.Stack(context, 'stack', made, stack_id='id', disable_rollback=True, strict_validate=False)
        list(stack.resources)
    return stack


# Whose reference is a property where that is given: their handle_create gives resource_id_set that name, or what the client
# calls id, which for novaclient's Keypair is its name and for a flavor the flavorid.
NAMED = {
    'OS::Nova::KeyPair': 'name',
    'OS::Nova::Flavor': 'flavorid',
    'OS::Zaqar::Queue': 'name',
    'OS::Swift::Container': 'name',
    'OS::Mistral::CronTrigger': 'name',
    'OS::Mistral::Workflow': 'name',
}

# Attributes that are a property: Value._resolve_attribute, and what the engine stores of a configuration and shows again.
ECHOED = {
    ('OS::Heat::Value', 'value'): 'value',
    ('OS::Heat::SoftwareConfig', 'config'): 'config',
    ('OS::Heat::StructuredConfig', 'config'): 'config',
}


class UpdatedData(symbols.SymbolicData):
    """What a resource is in the stack, where its properties say so; else ids and values that change with a replacement."""

    def __init__(self, name, generation, resource_type, properties):
        super().__init__('%s-%d' % (name, generation), resource_type, 'typed', ('key',))
        self.properties = properties

    def reference_id(self):
        if self.resource_type == 'OS::Heat::RandomString':
            return self._whole('value')
        given = self.properties(NAMED.get(self.resource_type))
        return super().reference_id() if given is None else given

    def _whole(self, attribute):
        given = self.properties(ECHOED.get((self.resource_type, attribute)))
        return super()._whole(attribute) if given is None else given


def known(stack, name, generation):
    """Tells the functions of a stack what a resource is."""
    definition = stack.defn.resource_definition(name)
    one = stack[name]
    # An update gives the resource another definition.
    own = one.t

    def properties(wanted):
        if wanted is None:
            return None
        return own.reparse(stack.defn, stack.t).properties(one.properties_schema, one.context)[wanted]

    stk_defn.update_resource_data(
        stack.defn, name, UpdatedData(name, generation, definition.resource_type, properties))


def definitions(old, new, new_stack):
    """The old resource as Heat loads it for the update, and its definition before and after."""
    before = old.t.freeze()
    after = new.t.reparse(new_stack.defn, new_stack.t)
    if old.check_is_substituted(type(new)):
        old = type(new)(old.name, old.t, old.stack)
    old.action, old.status = 'CREATE', 'COMPLETE'
    old.resource_id = 'something'
    return old, before, after


def decided(old, new, old_stack, new_stack):
    """The decision of one resource, as `Resource.update` comes to it with the handler of the class."""
    return decided_with_calls(old, new, new_stack)[0]


# What a handler says where the cloud cannot do what the update asks for.
REFUSALS = (exception.NotSupported, exception.ResourceActionNotSupported, exception.StackValidationFailed)


def decided_with_calls(old, new, new_stack):
    """@returns the decision, the names of the calls of clients, and what a handler broke off with, as it does over mocks"""
    if type(old) is not type(new) and not old.check_is_substituted(type(new)):
        return 'replaced', [], None
    old, before, after = definitions(old, new, new_stack)
    update = Update(old)
    clients = recorded(old, before)
    try:
        for _ in old.update(after, before):
            pass
    except resource.UpdateReplace:
        return 'replaced', calls_of(clients), None
    except exception.StackValidationFailed:
        return 'refused' if update.is_handled else 'invalid', calls_of(clients), None
    except REFUSALS:
        return 'refused', calls_of(clients), None
    except exception.ResourceFailure as failure:
        if isinstance(failure.exc, REFUSALS):
            return 'refused', calls_of(clients), None
        raise
    if not update.is_felt:
        return 'none', calls_of(clients), None
    return 'updated', calls_of(clients), update.broken


class Update:
    """Notes what `Resource.update` of one resource comes to; its handler and the steps after it run over mocked clients."""

    def __init__(self, old):
        self.old = old
        self.is_felt = False
        self.is_handled = False
        self.broken = None
        old.action_handler_task = self.handle
        old.reparse = lambda *_a, **_n: None

    def handle(self, action, args):
        old = self.old
        self.is_handled = True
        after, difference, properties = args
        self.is_felt = bool(properties) or bool(
            difference and (difference.metadata_changed() or difference.update_policy_changed()))
        if isinstance(old, stack_resource.StackResource):
            return
        try:
            cookie = old.handle_update(after, difference, properties)
            check = getattr(old, 'check_update_complete', None)
            for _ in range(30):
                if check is None or check(cookie):
                    break
                yield
        except resource.UpdateReplace:
            raise
        except REFUSALS:
            raise
        except Exception as error:
            self.broken = '%s: %s' % (type(error).__name__, error)
        yield


def recorded(old, before):
    """Mocked clients in place of those of a resource; each notes its calls."""
    clients = mock.MagicMock()
    volume = clients.client.return_value.volumes.get.return_value
    volume.size = before._properties.get('size', 0) if before._properties else 0
    volume.attachments = [{'server_id': 'server', 'device': '/dev/vdb', 'attachment_id': 'attachment', 'id': 'volume'}]
    old.client = clients.client
    old.client_plugin = clients.client_plugin
    old.rpc_client = clients.rpc_client
    return clients


def calls_of(clients):
    names = (re.sub(r'\(\)|^(?:client|client_plugin|rpc_client)\b', '', str(one[0])).strip('.') for one in clients.mock_calls)
    return [name for name in names if name != '' and '__' not in name]


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
        mock.patch.object(resource.Resource, 'is_service_available', classmethod(lambda *_a: (True, None))),
        mock.patch.object(resource.Resource, 'client', lambda *_a, **_n: mock.MagicMock()),
        mock.patch.object(resource.Resource, 'client_plugin', lambda *_a, **_n: mock.MagicMock()),
        mock.patch.object(resource.Resource, 'physical_resource_name', lambda self: self.name),
        mock.patch.object(resource.Resource, 'metadata_get', lambda *_a, **_n: {}),
        mock.patch.object(resource.Resource, '_action_recorder', lambda *_a, **_n: contextlib.nullcontext()),
        mock.patch.object(resource.Resource, '_persist_update_no_change', lambda *_a: None),
        mock.patch.object(resource.Resource, '_break_if_required', lambda *_a: iter(())),
        mock.patch.object(resource.Resource, '_prepare_update_replace', lambda *_a: None),
        mock.patch.object(resource.Resource, '_prepare_update_replace_handler', lambda *_a: None),
        mock.patch.object(resource.Resource, '_update_stored_properties', lambda *_a: None),
        mock.patch.object(resource.Resource, 'data', lambda *_a, **_n: {}),
        mock.patch.object(resource.Resource, 'data_set', lambda *_a, **_n: None),
        mock.patch.object(resource.Resource, 'data_delete', lambda *_a, **_n: None),
        mock.patch.object(resource.Resource, 'resource_id_set', lambda *_a, **_n: None),
        mock.patch.object(resource.Resource, 'metadata_set', lambda *_a, **_n: None),
        mock.patch.object(translation, 'resolve_and_find', lambda value, *_a, **_n: function.resolve(value)),
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
