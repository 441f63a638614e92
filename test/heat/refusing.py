#!/usr/bin/python3
"""Ask Heat which templates it would refuse.

    refusing.py < TEMPLATES.json      [{"path": ..., "text": ..., "environment": ...}, ...]

`text` is read from path when left out.  `environment` is the path of one whose registry counts, with the
templates of its folder; it need not exist.

Prints one JSON object per template and line: {"path", "refused": [...], "always": ..., "fails": [...]}.

`refused` holds what Heat answers to a user who has the template validated or a stack made of it: its
loader, `Template` and `Stack.validate` (heat/engine/stack.py), first as `openstack orchestration template
validate` asks them (no parameter values), then with sample values as `stack create` does, and at last the classes of
the resources (`Resource.validate`), until they ask a cloud.  Heat stops at the first error, so there is one at most;
`always` says whether other values would not help.  `fails` holds values that cannot be resolved in the sample
world: an output of which Heat shows an error and no value, metadata that a server never gets.

Types that Heat's registry has not are taken for ones that an environment maps (to OS::Heat::None); with
--no-environment they are refused.  Templates named by `type:` are read from beside the template.  There is
no cloud: services are there, whatever a constraint looks up exists.
"""

import copy
import json
import os
import pathlib
import sys

sys.dont_write_bytecode = True

import cloudless

from heat.common import environment_format
from heat.common import template_format
from heat.engine import environment
from heat.engine import stack as parser

import reading
import resolving
import samples
import symbols

# Heat's default environment (etc/heat/environment.d/default.yaml), which distributions leave out.
ALIASES = {'OS::Ceilometer::Alarm': 'OS::Aodh::Alarm', 'OS::Metering::Alarm': 'OS::Aodh::Alarm'}


def main(arguments):
    with_environment = '--no-environment' not in arguments
    for asked in json.load(sys.stdin):
        answer = ask(asked['path'], asked.get('text'), with_environment, asked.get('environment'))
        print(json.dumps({'path': asked['path'], **answer}, ensure_ascii=False, default=repr), flush=True)


def ask(path, text, with_environment, environment_path=None):
    """{'refused': [texts], 'always': whether whatever the values, 'fails': [texts]} for one template."""
    try:
        data = reading.as_sent(template_format.parse(
            pathlib.Path(path).read_bytes().decode('utf-8') if text is None else text))
    except Exception as error:
        return _refusal('load', error)
    folder = pathlib.Path(path).parent
    stage = 'validate'
    try:
        data, templates = _with_nested(data, folder)
        files = {**reading.files_named_by(data, [folder], reading.Renames([])), **templates}
        loaded = resolving.LoadedTemplate(data, files)
        registry = _registry([data, *map(template_format.parse, templates.values())]) if with_environment else {}
        if environment_path is not None:
            own, beside = _supplied(pathlib.Path(environment_path))
            registry = {**registry, **own}
            files.update(beside)
        worlds = _worlds(loaded, data)
        try:
            _validate(loaded, registry, {}, None, strict=False)
        except Exception:
            # Conditions, policies and paths of attributes are asked for even without values; a stack would have some.
            _validate(loaded, registry, worlds[0].parameters, None, strict=False)
    except Exception as error:
        return _refusal(stage, error)
    for stage, ask_in in (('create', _created), ('class', _asked)):
        for world in worlds:
            try:
                ask_in(loaded, registry, world)
            except Exception as error:
                return _refusal(stage, error, always=not _helps(loaded, data, registry, ask_in))
    return {'refused': [], 'always': False, 'fails': list(dict.fromkeys(
        text for world in worlds for text in _failures('', resolving.attempt(loaded.resolve, world))))}


def _refusal(stage, error, always=True):
    said = str(error) if isinstance(error, _ClassRefuses) else '%s: %s' % (type(error).__name__, error)
    return {'refused': ['%s: %s' % (stage, said)], 'always': always, 'fails': []}


class _ClassRefuses(Exception):
    pass


def _created(loaded, registry, world):
    return _validate(loaded, registry, world.parameters, world.conditions, strict=True)


def _asked(loaded, registry, world):
    stack = _created(loaded, registry, world)
    for name, one in stack.items():
        said = cloudless.ask_class(one) if one.external_id is None else None
        if said is not None and said is not cloudless.AsksCloud:
            raise _ClassRefuses('resources.%s: %s' % (name, said))


def _helps(loaded, data, registry, ask_in):
    """Whether other values of parameters pass."""
    for world in samples.worlds(loaded.template(), [data]):
        if not world.name.startswith('parameters'):
            continue
        try:
            ask_in(loaded, registry, world)
            return True
        except Exception:
            pass
    return False


def _worlds(loaded, data):
    """Sample values, and the same with every condition held true, false, and the other way round."""
    first = next(iter(samples.worlds(loaded.template(), [data])))
    conditions = resolving.attempt(lambda: loaded.resolve(first)['conditions'])
    held = samples.condition_worlds(first.parameters, conditions, False) if isinstance(conditions, dict) else ()
    return [first, *(world for world in held if world.shape == 'typed')]


def _validate(loaded, registry, values, conditions, strict):
    made = loaded.template()
    known = set(made.param_schemata())
    made.env = environment.Environment({'parameters': {n: v for n, v in values.items() if n in known},
                                        'resource_registry': registry})
    ctx = cloudless.request()
    stack = parser.Stack(ctx, 'sample-stack', made, strict_validate=strict)
    stack.defn._parent_info = symbols._Parent(('key',))
    stack.defn._zones = list(symbols.ZONES)
    made.validate()
    if conditions is not None and hasattr(made, 'CONDITIONS'):
        names = set(made._get_condition_definitions())
        held = made.conditions(stack.defn)
        held._resolved.update({n: v for n, v in conditions.items() if n in names})
        made.conditions = lambda _: held
    # Definitions only, also where there are values: what a class looks up beyond them depends on the cloud.
    stack.validate(validate_res_tmpl_only=True)
    for group in stack.values() if strict else ():
        made_of = getattr(group, '_assemble_nested', None)
        if made_of is not None and group.properties.get('resource_def'):
            inner = made_of(['0'])
            # As StackResource._parse_nested_stack does.
            inner.files, inner.env = made.files, environment.Environment({'resource_registry': registry})
            members = parser.Stack(ctx, 'members', inner, strict_validate=True)
            members.validate(validate_res_tmpl_only=True)
    return stack


def _registry(datas):
    """What an environment would have to map."""
    return {name: _alias(name) for data in datas for name in _types(data)
            if not name.endswith(('.yaml', '.template')) and symbols.resource_class(name) is None}


def _supplied(path):
    """The registry of an environment, and the texts of the templates in its folder by their names."""
    found = environment_format.parse(path.read_text('utf-8')) if path.is_file() else {}
    files = {str(one.relative_to(path.parent)): one.read_text('utf-8') for one in path.parent.rglob('*.yaml')}
    return found.get('resource_registry') or {}, files


def _alias(name):
    quantum = name.replace('OS::Quantum', 'OS::Neutron', 1)
    return ALIASES.get(name) or (quantum if symbols.resource_class(quantum) else 'OS::Heat::None')


def _typed(data):
    """(part, key) of every resource that has a type."""
    for section, key in (('resources', 'type'), ('Resources', 'Type')):
        parts = data.get(section) if isinstance(data, dict) else None
        for part in parts.values() if isinstance(parts, dict) else ():
            if isinstance(part, dict) and isinstance(part.get(key), str):
                yield part, key


def _types(data):
    return [part[key] for part, key in _typed(data)]


def _with_nested(data, folder):
    """The template and those that it names as types, {path: text}, which name one another by path.

    A template that is not there becomes OS::Heat::None: what it takes is not to be known.
    """
    found = {}
    data = copy.deepcopy(data)
    waiting = [('', data)]
    while waiting:
        base, own = waiting.pop()
        for part, key in _typed(own):
            if not part[key].endswith(('.yaml', '.template')):
                continue
            path = os.path.normpath(os.path.join(os.path.dirname(base), part[key]))
            if path not in found:
                try:
                    child = template_format.parse((folder / path).read_bytes().decode('utf-8'))
                except Exception:
                    part[key] = 'OS::Heat::None'
                    continue
                found[path] = child
                waiting.append((path, child))
            part[key] = path
    return data, {path: json.dumps(child) for path, child in found.items()}


def _failures(path, value):
    if isinstance(value, resolving.Failed):
        yield '%s: %s: %s' % (path or 'template', value, value.reason)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _failures('%s.%s' % (path, key), item)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _failures('%s[%d]' % (path, index), item)


if __name__ == '__main__':
    main(sys.argv[1:])
