#!/usr/bin/python3
"""A Heat that updates stacks, without a cloud: its engine with convergence, in one process, with what it stores in memory.

    updating.py < pairs > answers

Each line is a JSON array of two stacks, `{"template": text, "files": {}, "environment": {}}`: the one that is created, and
the one that it is updated to, with `arguments` of the update such as `existing`.  For each a line with a JSON object:

    created  the paths of what there is before the update
    log      what the update did, in its order: ["create", path], ["delete", path, []], where it is left in the cloud
             ["delete", path, ["retained"]], and ["update", path, [part, ...]] with what the handler of the class was given; g.0.port is the port in the stack of the member 0 of the group g
    state    UPDATE_COMPLETE, or UPDATE_FAILED with a `reason`
    outputs  of the outer template, each as it is before and after the update
    refused  why Heat does not begin the update at all
    error    why there is no stack to update

Heat's own are: templates, environments, conditions, the order, the comparison of properties, translation rules, what
classes decide (`needs_replace*`, `UpdateReplace` of `handle_update`), nested stacks, groups and their policies.  Not
Heat's are the services: a resource gets an id (or the name that its class gives it), and an attribute is a string that
names the id.
Needs Debian's python3-heat (developed with 19.0.0), so run it with /usr/bin/python3.
"""

import collections
import itertools
import json
import logging
import multiprocessing
import os
import re
import sys
import warnings
from unittest import mock

sys.dont_write_bytecode = True
logging.disable(logging.CRITICAL)
warnings.simplefilter('ignore')

from heatclient import exc
from oslo_config import cfg
from oslo_messaging.rpc import dispatcher

from heat.common import exception
from heat.common import messaging
from heat.common import policy
from heat.common import template_format
from heat.engine import constraints
from heat.engine import function
from heat.engine import resource
from heat.engine import resources
from heat.engine import rsrc_defn
from heat.engine import scheduler
from heat.engine import service
from heat.engine import stack as stacks
from heat.engine import translation
from heat.engine import worker
from heat.engine.clients import client_plugin
from heat.engine.clients.os.keystone import fake_keystoneclient
from heat.engine.resources import stack_resource
from heat.engine.resources.openstack.heat import remote_stack
from heat.objects import stack as stack_object
from heat.rpc import client as engine_client
from heat.rpc import worker_client
from heat.tests import utils

import stored

# What `handle_create` of a class gives as the id of its resource, instead of one that the cloud makes.
NAMED = {
    'CronTrigger': 'name',
    'KeyPair': 'name',
    'NovaFlavor': 'flavorid',
    'SwiftContainer': 'name',
    'Workflow': 'name',
    'ZaqarQueue': 'name',
}
# What asks no service, apart from keeping what it has made.
WITHOUT_SERVICE = ('NoneResource', 'RandomString', 'TestResource', 'Value')
# Attributes that only give back a property.
GIVEN = {'SoftwareConfig': ('config',), 'StructuredConfig': ('config',)}

# What is a stack itself: nested, or one of its own.
STACKS = (stack_resource.StackResource, remote_stack.RemoteStack)

# How a class says in `handle_update` that it refuses the change; other errors are those of mocks.
REFUSALS = (exception.NotSupported, exception.StackValidationFailed)

ids = itertools.count(1)
log = []
# What is still to do: checks of resources, and what the engine starts a thread for.
waiting = collections.deque()
# The stacks by their ids: the name of the resource that each is, and the stack of that.
owners = {}
# The configurations that there are, and by the ids of deployments those that are derived for them.
configs = {}


def prepare():
    scheduler.ENABLE_SLEEP = False
    cfg.CONF([], project='heat', default_config_files=[], default_config_dirs=[])
    for name, value in (
        ('convergence_engine', True),
        ('deferred_auth_method', 'password'),
        ('error_wait_time', None),
        ('hidden_stack_tags', []),
        ('max_nested_stack_depth', 20),
        ('reauthentication_auth_method', ''),
    ):
        cfg.CONF.set_override(name, value)
    cfg.CONF.set_default('environment_dir', '/etc/heat/environment.d')
    cfg.CONF.set_default('template_dir', '/etc/heat/templates')
    messaging.setup('fake://', optional=True)
    stored.use()
    resources.initialise()
    without_services()
    in_this_thread()
    resource.Resource.action_handler_task = acted
    resource.Resource.delete = deleted
    remote_stack.RemoteStack.handle_create = own_stack
    # What is only written down for users.
    resource.Resource._add_event = lambda *args, **named: None
    stacks.Stack._send_notification_and_add_event = lambda *args, **named: None
    made = resource.Resource.__new__
    resource.Resource.__new__ = lambda cls, *args, **named: known(made(cls, *args, **named))


def without_services():
    for one in (policy.Enforcer, policy.ResourceEnforcer):
        mock.patch.object(one, 'enforce').start()
    mock.patch.object(policy.ResourceEnforcer, 'enforce_stack').start()
    constraints.BaseCustomConstraint.validate = lambda self, value, context: True
    client_plugin.ClientPlugin.client = client_of
    resource.Resource.is_service_available = classmethod(lambda cls, context: (True, None))
    translation.resolve_and_find = lambda value, *args, **named: (
        function.resolve(value) if isinstance(value, function.Function) else value
    )


def client_of(plugin, *args, **named):
    name = type(plugin).__name__
    if name == 'KeystoneClientPlugin':
        return fake_keystoneclient.FakeKeystoneClient()
    if name == 'HeatClientPlugin':
        return mock.MagicMock(stacks=Stacks())
    return mock.MagicMock()


class Stacks:
    """What a client of this Heat does, as `OS::Heat::Stack` asks for it."""

    def create(self, stack_name, template, files, environment, **options):
        # The names of stacks of their own need not be unique here.
        name = '%s-%d' % (stack_name, next(ids))
        identity = engine.create_stack(utils.dummy_context(), name, template, environment, files, {})
        return {'stack': {'id': identity['stack_id']}}

    def update(self, stack_id, template, files, environment, **options):
        engine.update_stack(utils.dummy_context(), identity_of(stack_id), template, environment, files, {})

    def delete(self, stack_id):
        engine.delete_stack(utils.dummy_context(), identity_of(stack_id))

    def get(self, stack_id):
        identity_of(stack_id)
        stack = stacks.Stack.load(utils.dummy_context(), stack_id=stack_id, force_reload=True)
        outputs = [{'output_key': name, 'output_value': value} for name, value in outputs_of(stack_id).items()]
        return mock.MagicMock(
            action=stack.action, status=stack.status, stack_status='_'.join(stack.state),
            stack_status_reason=stack.status_reason, outputs=outputs, stack_name=stack.name
        )

    def validate(self, template, files, environment):
        answer = engine.validate_template(utils.dummy_context(), template, environment, files)
        if 'Error' in answer:
            raise exception.StackValidationFailed(message=answer['Error'])


def identity_of(stack_id):
    found = stack_object.Stack.get_by_id(utils.dummy_context(), stack_id)
    if found is None:
        raise exc.HTTPNotFound()
    return {'tenant': found.tenant, 'stack_name': found.name, 'stack_id': stack_id, 'path': ''}


class Threads:
    """The threads of the engine, one after the other in this one."""

    def start(self, stack_id, task, *args, **named):
        waiting.append(lambda: task(*args, **named))
        return mock.MagicMock()

    def __getattr__(self, name):
        return lambda *args, **named: None


def in_this_thread():
    """What engines ask one another is answered by the only one; what they send, once something waits."""
    threads = Threads()
    engine = service.EngineService('here', 'engine')
    checks = worker.WorkerService('here', 'worker', 'engine', threads)
    engine.engine_id, engine.thread_group_mgr, engine.worker_service = 'engine', threads, checks

    def send(client, context, message, version=None):
        method, arguments = message
        waiting.append(lambda: getattr(checks, method)(context, **arguments))

    def ask(client, context, message, version=None, timeout=None):
        method, arguments = message
        if 'software' in method:
            return configured(method, **arguments)
        try:
            return getattr(engine, method)(context, **arguments)
        except dispatcher.ExpectedException as raised:
            # As a client gets it.
            raise raised.exc_info[1]

    worker_client.WorkerClient.cast = send
    engine_client.EngineClient.call = engine_client.EngineClient.cast = ask
    scheduler.TaskRunner._sleep = lambda runner, seconds: step()
    globals()['engine'] = engine


def configured(method, config_id=None, deployment_id=None, **named):
    """What the engine keeps of configurations and deployments, as far as deployments ask for it."""
    if method == 'show_software_config':
        return dict(configs.get(config_id) or {'inputs': [], 'outputs': []})
    if method == 'show_software_deployment':
        return {'config_id': deployment_id, 'output_values': {}}
    return mock.MagicMock()


def keep_config(one):
    """Keeps what a configuration, or one that is derived for a deployment, consists of."""
    names = {cls.__name__ for cls in type(one).__mro__}
    if 'SoftwareConfig' in names:
        given = {key: one.properties[key] for key in ('inputs', 'outputs') if key in one.properties}
        configs[one.resource_id] = {'inputs': given.get('inputs') or [], 'outputs': given.get('outputs') or []}
    elif 'SoftwareDeployment' in names:
        inputs = one._build_derived_inputs(one.action, one._load_config())
        configs[one.resource_id] = {'inputs': [each.as_dict() for each in inputs], 'outputs': []}


def step():
    if waiting:
        waiting.popleft()()


def path_of(one):
    """g.0 for the member 0 of the group g."""
    names, at = [one.name], one.stack.id
    while at is not None:
        if at not in owners:
            stack = stack_object.Stack.get_by_id(one.context, at)
            owners[at] = (stack.parent_resource_name, stack.owner_id)
        name, at = owners[at]
        names.insert(0, name)
    return '.'.join(names[1:])


def asks_service(one):
    return not isinstance(one, STACKS) and type(one).__name__ not in WITHOUT_SERVICE


seen = set()


def known(one):
    """A resource, whose class asks no service from now on."""
    cls = type(one)
    if cls in seen:
        return one
    seen.add(cls)
    if isinstance(one, STACKS):
        return one
    # What a class looks up in the cloud to validate, a mock could not answer.
    cls.validate = resource.Resource.validate
    cls.get_live_state = lambda self, properties: {}
    cls.prepare_for_replace = lambda self: None
    cls.restore_prev_rsrc = lambda self, convergence=False: None
    if hasattr(cls, '_ipaddress'):
        # What a reference to an elastic IP gives.
        cls._ipaddress = lambda self: 'address of %s' % self.resource_id
    if cls.__name__ not in WITHOUT_SERVICE:
        cls.get_attribute = attribute_of
        cls._resolve_attribute = lambda self, name: attribute_of(self, name)
        cls._resolve_any_attribute = cls._resolve_attribute
        cls._resolve_all_attributes = cls._resolve_attribute
    return one


def attribute_of(one, key, *path):
    if key not in one.attributes:
        raise exception.InvalidTemplateAttribute(resource=one.name, key=key)
    for cls in type(one).__mro__:
        if key in GIVEN.get(cls.__name__, ()) and key in one.properties:
            return one.properties[key]
    shown = '%s of %s' % ('.'.join(str(part) for part in (key, *path)), one.resource_id)
    # What services show under the name of a property is what they were given.
    return '%s: %s' % (shown, one.properties[key]) if key in one.properties else shown


creates = remote_stack.RemoteStack.handle_create


def own_stack(one):
    """`RemoteStack.handle_create`; what is in the stack has the name of the resource before its own."""
    creates(one)
    owners[one.resource_id] = (one.name, one.stack.id)


handled = resource.Resource.action_handler_task
goes = resource.Resource.delete


def deleted(one):
    """`Resource.delete`, which calls no handler for what is retained."""
    is_there = one.action != one.INIT and one.state != (one.DELETE, one.COMPLETE)
    if is_there and not isinstance(one, STACKS):
        kept = one.t.deletion_policy() == rsrc_defn.ResourceDefinition.RETAIN
        log.append(['delete', path_of(one), ['retained'] if kept else []])
    yield from goes(one)


def acted(one, action, args=None, action_prefix=None):
    """`Resource.action_handler_task`: what a resource does, without what services do."""
    if isinstance(one, STACKS):
        yield from handled(one, action, args, action_prefix)
        return
    entry = [action.lower(), path_of(one)]
    if action == one.DELETE:
        return
    if action == one.UPDATE:
        entry.append(parts_of(*args))
        update(one, *args)
        keep_config(one)
    elif not asks_service(one):
        yield from handled(one, action, args, action_prefix)
    elif action == one.CREATE:
        named = [one.properties.get(NAMED[cls.__name__]) for cls in type(one).__mro__ if cls.__name__ in NAMED]
        one.resource_id_set(str(named[0]) if named and named[0] else 'id%d' % next(ids))
        keep_config(one)
    log.append(entry)
    yield


def parts_of(after, change, properties):
    """What changes of a definition."""
    parts = {'metadata': change.metadata_changed(), 'update_policy': change.update_policy_changed()}
    return sorted([*map(str, properties or ()), *(part for part, changes in parts.items() if changes)])


def update(one, *args):
    """`handle_update`, of which only what it decides counts: that a mock is no server says nothing."""
    # What is asked about is as the resource was made.
    cloud = mock.MagicMock()
    cloud.volumes.get.return_value.size = one.properties.get('size') if 'size' in one.properties else None
    one.client = lambda *args, **named: cloud
    try:
        one.handle_update(*args)
    except (resource.UpdateReplace, *REFUSALS):
        raise
    except Exception:
        pass


def finished(context, identity):
    while waiting:
        step()
    return stacks.Stack.load(context, stack_id=identity['stack_id'], force_reload=True)


def outputs_of(stack_id):
    """As a client is shown them."""
    shown = engine.show_stack(utils.dummy_context(), identity_of(stack_id), resolve_outputs=True)
    return {one['output_key']: one.get('output_error', one['output_value']) for one in shown[0]['outputs']}


def updated(before, after):
    context, name = utils.dummy_context(), 's%d' % next(ids)
    for kept in (waiting, log, owners, configs, stored):
        kept.clear()

    def given(stack):
        environment = {'parameters': {}, **(stack.get('environment') or {})}
        return template_format.parse(stack['template']), environment, stack.get('files') or {}

    identity = engine.create_stack(context, name, *given(before), {})
    stack = finished(context, identity)
    if stack.status != stack.COMPLETE:
        return {'error': stack.status_reason[:400]}
    old = outputs_of(stack.id)
    created = [path for _create, path in log]
    log.clear()
    try:
        engine.update_stack(context, identity, *given(after), after.get('arguments') or {})
    except dispatcher.ExpectedException as raised:
        error = raised.exc_info[1]
        return {'refused': '%s: %s' % (type(error).__name__, str(error)[:400])}
    stack = finished(context, identity)
    if re.search('ConnectionError|MagicMock', stack.status_reason or ''):
        return {'error': 'a service that nothing stands for: %s' % stack.status_reason[:400]}
    new = outputs_of(stack.id)
    return {
        'state': '_'.join(stack.state),
        'reason': '' if stack.status == stack.COMPLETE else stack.status_reason[:400],
        'created': created,
        'log': list(log),
        'outputs': {one: [old.get(one), new.get(one)] for one in {**old, **new}},
    }


def answered(line):
    before, after = json.loads(line)
    try:
        return updated(before, after)
    except Exception as raised:
        error = raised.exc_info[1] if isinstance(raised, dispatcher.ExpectedException) else raised
        return {'error': '%s: %s' % (type(error).__name__, str(error)[:400])}


def main():
    prepare()
    lines = list(sys.stdin)
    # Heat is loaded once: each process is a copy of this one.
    copies = multiprocessing.get_context('fork').Pool(min(os.cpu_count() or 1, max(1, len(lines) // 8)))
    for answer in copies.imap(answered, lines, chunksize=4):
        print(json.dumps(answer), flush=True)


if __name__ == '__main__':
    main()
