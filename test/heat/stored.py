"""What Heat keeps in its database, in dictionaries: of heat/db/sqlalchemy/api.py what stacks need that are created and updated.

    use()    in place of the functions of that module; one that is not here raises, as no database is there that could answer
    clear()  forgets everything

SQLAlchemy takes two thirds of the time of an update.  Data are kept as JSON, as they are in the columns.  Each row is made a
second after the one before: groups drop the oldest members, and Heat compares their times to the second.
"""

import datetime
import inspect
import itertools
import json
import uuid

from heat.common import exception
from heat.db.sqlalchemy import api
from heat.db.sqlalchemy import models
from heat.db.sqlalchemy import types
from oslo_serialization import jsonutils

GONE = {'action': 'DELETE', 'status': 'COMPLETE'}
BEGINNING = datetime.datetime.utcnow()
seconds = itertools.count()


class Row:
    """Of a table, as it was when it was read."""

    def __init__(self, values):
        self.__dict__.update(values)

    def __getitem__(self, name):
        return getattr(self, name)


class Table:
    def __init__(self, model, key='id'):
        columns = {one.key: one.columns[0] for one in model.__mapper__.column_attrs}
        self.key = key
        self.columns = columns
        self.json = [name for name, one in columns.items() if isinstance(one.type, (types.Json, types.List))]
        self.random = [name for name in ('id', 'uuid') if name in columns and columns[name].default is not None]
        self.clear()

    def clear(self):
        self.rows = {}
        self.numbers = itertools.count(1)

    def add(self, values):
        row = {name: None for name in self.columns}
        row['created_at'] = BEGINNING + datetime.timedelta(seconds=next(seconds))
        row.update(self.stored(values))
        for name in self.random:
            row[name] = row[name] or str(uuid.uuid4())
        if self.key == 'id' and row['id'] is None:
            row['id'] = next(self.numbers)
        key = row[self.key] if isinstance(self.key, str) else tuple(row[name] for name in self.key)
        self.rows[key] = row
        return self.get(key)

    def stored(self, values):
        return {name: jsonutils.dumps(one) if name in self.json else one for name, one in values.items()}

    def get(self, key):
        row = self.rows.get(key)
        if row is None:
            return None
        read = {name: json.loads(row[name]) for name in self.json if row[name] is not None}
        return Row({**row, **read})

    def keys(self, **wanted):
        return [key for key, row in self.rows.items() if all(row[name] == one for name, one in wanted.items())]

    def all(self, **wanted):
        return [self.get(key) for key in self.keys(**wanted)]

    def update(self, key, values):
        self.rows[key].update(self.stored(values))

    def delete(self, *keys):
        for key in keys:
            self.rows.pop(key, None)


creds = Table(models.UserCreds)
files = Table(models.RawTemplateFiles)
properties = Table(models.ResourcePropertiesData)
resource_data = Table(models.ResourceData)
resources = Table(models.Resource)
stacks = Table(models.Stack)
sync_points = Table(models.SyncPoint, ('entity_id', 'traversal_id', 'is_update'))
templates = Table(models.RawTemplate)


def clear():
    for table in (creds, files, properties, resource_data, resources, stacks, sync_points, templates):
        table.clear()


def use():
    given = {name: one for name, one in globals().items() if inspect.isfunction(one)}
    for name, one in inspect.getmembers(api, inspect.isfunction):
        if one.__module__ == api.__name__:
            setattr(api, name, given.get(name) or missing(name))


def missing(name):
    def raised(*args, **named):
        raise NotImplementedError(name)

    return raised


def there(row, what):
    if row is None:
        raise exception.NotFound('%s not found' % what)
    return row


# Templates


def raw_template_create(context, values):
    return templates.add(values)


def raw_template_get(context, template_id):
    return there(templates.get(template_id), 'raw template')


def raw_template_update(context, template_id, values):
    templates.update(template_id, values)
    return templates.get(template_id)


def raw_template_delete(context, template_id):
    template = templates.get(template_id)
    if template is None:
        return
    templates.delete(template_id)
    if template.files_id is not None and not templates.keys(files_id=template.files_id):
        files.delete(template.files_id)


def raw_template_files_create(context, values):
    return files.add(values)


def raw_template_files_get(context, files_id):
    return there(files.get(files_id), 'files')


# Resources


def with_data(row):
    """With what belongs to it in other tables."""
    if row is not None:
        row.data = resource_data.all(resource_id=row.id)
        row.rsrc_prop_data = properties.get(row.rsrc_prop_data_id)
        row.attr_data = properties.get(row.attr_data_id)
    return row


def resource_create(context, values):
    return with_data(resources.add(values))


def resource_create_replacement(context, existing_res_id, new_res_values, atomic_key, expected_engine_id=None):
    if new_res_values.get('current_template_id') not in templates.rows:
        return None
    added = resource_create(context, new_res_values)
    if resource_update(context, existing_res_id, {'replaced_by': added.id}, atomic_key, expected_engine_id):
        return added
    resources.delete(added.id)
    raise exception.UpdateInProgress(resource_name=new_res_values.get('name'))


def resource_get(context, resource_id, refresh=False, refresh_data=False, eager=True):
    return there(with_data(resources.get(resource_id)), 'resource')


def resource_get_by_name_and_stack(context, resource_name, stack_id):
    found = resources.all(name=resource_name, stack_id=stack_id)
    return with_data(found[0]) if found else None


def resource_get_all_by_physical_resource_id(context, physical_resource_id):
    return map(with_data, resources.all(physical_resource_id=physical_resource_id))


def resource_get_by_physical_resource_id(context, physical_resource_id):
    return next(resource_get_all_by_physical_resource_id(context, physical_resource_id), None)


def filtered(rows, filters):
    def matches(row):
        wanted = (filters or {}).items()
        return all(row[name] in one if isinstance(one, (list, tuple, set)) else row[name] == one for name, one in wanted)

    return [with_data(row) for row in rows if matches(row)]


def resource_get_all_by_stack(context, stack_id, filters=None):
    return {row.name: row for row in filtered(resources.all(stack_id=stack_id), filters)}


def resource_get_all_active_by_stack(context, stack_id):
    gone = set(resources.keys(stack_id=stack_id, **GONE))
    return {row.id: with_data(row) for row in resources.all(stack_id=stack_id) if row.id not in gone}


def resource_get_all_by_root_stack(context, stack_id, filters=None, stack_id_only=False):
    return {row.id: row for row in filtered(resources.all(root_stack_id=stack_id), filters)}


def stack_count_total_resources(context, stack_id):
    return len(resources.keys(root_stack_id=stack_id))


def resource_update(context, resource_id, values, atomic_key, expected_engine_id=None):
    row = resources.rows.get(resource_id)
    values['atomic_key'] = 1 if atomic_key is None else atomic_key + 1
    if row is None or (row['engine_id'], row['atomic_key']) != (expected_engine_id, atomic_key):
        return False
    resources.update(resource_id, values)
    return True


def resource_update_and_save(context, resource_id, values):
    resources.update(resource_id, values)


def resource_delete(context, resource_id):
    row = resources.get(resource_id)
    if row is not None:
        resources.delete(resource_id)
        properties.delete(row.attr_data_id)
        resource_data.delete(*resource_data.keys(resource_id=resource_id))


def resource_purge_deleted(context, stack_id):
    for key in resources.keys(stack_id=stack_id, **GONE):
        resource_delete(context, key)


def engine_get_all_locked_by_stack(context, stack_id):
    return {row.engine_id for row in resources.all(stack_id=stack_id)} - {None}


def resource_attr_id_set(context, resource_id, atomic_key, attr_id):
    row = resources.rows.get(resource_id)
    if row is None or (row['atomic_key'], row['engine_id']) != (atomic_key, None) or row['attr_data_id'] not in (
        attr_id,
        None,
    ):
        properties.delete(attr_id)
        return False
    return resource_update(context, resource_id, {'attr_data_id': attr_id}, atomic_key)


def resource_attr_data_delete(context, resource_id, attr_id):
    if resource_id in resources.rows:
        resources.update(resource_id, {'attr_data_id': None})
    properties.delete(attr_id)


def resource_data_get_all(context, resource_id, data=None):
    found = resource_data.all(resource_id=resource_id) if data is None else data
    if not found:
        raise exception.NotFound('no resource data found')
    return {row.key: row.value for row in found}


def resource_data_get_by_key(context, resource_id, key):
    return there(next(iter(resource_data.all(resource_id=resource_id, key=key)), None), 'resource data')


def resource_data_get(context, resource_id, key):
    return resource_data_get_by_key(context, resource_id, key).value


def resource_data_set(context, resource_id, key, value, redact=False):
    resource_data.delete(*resource_data.keys(resource_id=resource_id, key=key))
    # What is not kept has not to be encrypted.
    return resource_data.add({'resource_id': resource_id, 'key': key, 'value': value, 'redact': False})


def resource_data_delete(context, resource_id, key):
    resource_data.delete(resource_data_get_by_key(context, resource_id, key).id)


def resource_prop_data_create_or_update(context, values, rpd_id=None):
    if rpd_id not in properties.rows:
        return properties.add(values)
    properties.update(rpd_id, values)
    return properties.get(rpd_id)


def resource_prop_data_create(context, values):
    return properties.add(values)


def resource_prop_data_get(context, resource_prop_data_id):
    return there(properties.get(resource_prop_data_id), 'properties')


# Stacks


def with_template(row):
    if row is not None:
        row.raw_template = templates.get(row.raw_template_id)
        row.tags = []
    return row


def stack_create(context, values):
    if stack_get_by_name(context, values['name']) is not None:
        raise exception.StackExists(stack_name=values['name'])
    return with_template(stacks.add(values))


def stack_get(context, stack_id, show_deleted=False, eager_load=True):
    row = stacks.get(stack_id)
    if row is None or (row.deleted_at is not None and not (show_deleted or context.show_deleted)):
        return None
    return with_template(row)


def stack_get_by_name(context, stack_name):
    return next((with_template(row) for row in stacks.all(name=stack_name, deleted_at=None)), None)


def stack_get_by_name_and_owner_id(context, stack_name, owner_id):
    found = stacks.all(name=stack_name, owner_id=owner_id, deleted_at=None)
    return next(map(with_template, found), None)


def stack_get_status(context, stack_id):
    row = there(stacks.get(stack_id), 'stack')
    return row.action, row.status, row.status_reason, row.updated_at


def stack_get_all_by_owner_id(context, owner_id):
    return [with_template(row) for row in stacks.all(owner_id=owner_id, backup=False, deleted_at=None)]


def stack_get_all_by_root_owner_id(context, owner_id):
    for row in stack_get_all_by_owner_id(context, owner_id):
        yield row
        yield from stack_get_all_by_root_owner_id(context, row.id)


def stack_count_all(context, **named):
    return len(stacks.keys(owner_id=None, deleted_at=None))


def stack_get_root_id(context, stack_id):
    row = stacks.rows.get(stack_id)
    while row is not None and row['owner_id']:
        row = stacks.rows.get(row['owner_id'])
    return row and row['id']


def stack_update(context, stack_id, values, exp_trvsl=None):
    row = there(stacks.rows.get(stack_id), 'stack')
    if row['deleted_at'] is not None or exp_trvsl not in (None, row['current_traversal']):
        return False
    stacks.update(stack_id, values)
    return True


def stack_delete(context, stack_id):
    for key in resources.keys(stack_id=stack_id):
        resource_delete(context, key)
    stacks.update(stack_id, {'deleted_at': datetime.datetime.utcnow()})


def stack_tags_get(context, stack_id):
    return None


def stack_tags_delete(context, stack_id):
    pass


def user_creds_create(context):
    values = context.to_dict()
    return creds.add({name: values[name] for name in ('username', 'password', 'tenant', 'tenant_id') if name in values})


def user_creds_get(context, user_creds_id):
    found = creds.get(user_creds_id)
    return found and dict(found.__dict__)


def user_creds_delete(context, user_creds_id):
    creds.delete(user_creds_id)


def service_get_all(context):
    return []


def snapshot_get_all(context, stack_id):
    return []


# What waits for other resources of a stack


def sync_point_create(context, values):
    return sync_points.add({**values, 'entity_id': str(values['entity_id'])})


def sync_point_get(context, entity_id, traversal_id, is_update):
    return sync_points.get((str(entity_id), traversal_id, is_update))


def sync_point_update_input_data(context, entity_id, traversal_id, is_update, atomic_key, input_data):
    key = (str(entity_id), traversal_id, is_update)
    if key not in sync_points.rows or sync_points.rows[key]['atomic_key'] != atomic_key:
        return 0
    sync_points.update(key, {'input_data': input_data, 'atomic_key': atomic_key + 1})
    return 1


def sync_point_delete_all_by_stack_and_traversal(context, stack_id, traversal_id):
    keys = sync_points.keys(stack_id=stack_id, traversal_id=traversal_id)
    sync_points.delete(*keys)
    return len(keys)
