#!/usr/bin/python3
"""Ask OpenStack Heat itself which values the parameters of deployed templates have, before and after a rewrite.

    environment.py BEFORE AFTER [BEFORE AFTER ...] [--suffix .env] [--common FILE]

Each BEFORE and its AFTER are directories that hold the same templates, with their environments.  Every template
that no other one calls is resolved with its environment, and every nested template with what its call
passes; parameters, resources and outputs are compared.  A parameter that only the rewrite declares must
have a value.  Needs Debian's python3-heat (developed with 19.0.0), so run it with /usr/bin/python3.
Prints one line of JSON per module that differs, and a summary on standard error.  Exit code 0: all equal,
1: some module differs, or Heat accepts it only before.
"""

import argparse
import json
import logging
import os
import pathlib
import sys

sys.dont_write_bytecode = True
logging.disable(logging.CRITICAL)

from heat.common import environment_format
from heat.common import template_format
from heat.engine import environment
from heat.engine import template

import resolving
import symbols

SAMPLES = {'String': 'sample', 'Number': 7, 'Boolean': True, 'Json': {'key': 'sample'}, 'CommaDelimitedList': ['a', 'b']}
INNER = {'OS::Heat::ResourceGroup': 'resource_def', 'OS::Heat::AutoScalingGroup': 'resource'}


class Files:
    """One side: a directory with templates and environments."""

    def __init__(self, root, suffix, common):
        self.root = pathlib.Path(root)
        self.suffix = suffix
        self.common = common
        self.templates = {}
        for path in sorted(self.root.rglob('*')):
            if path.suffix in ('.yaml', '.yml', '.template', '.json') and path.is_file():
                data = _data(path)
                if isinstance(data, dict) and 'heat_template_version' in data:
                    self.templates[str(path.relative_to(self.root))] = data

    def environment(self, module):
        name = self.common or os.path.splitext(module)[0] + self.suffix
        path = self.root / name
        if not path.is_file():
            return environment_format.default_for_missing({}) or {}
        found = environment_format.parse(path.read_text('utf-8-sig'))
        environment_format.default_for_missing(found)
        return found

    def callee(self, caller, name):
        """The template that a type names by its path."""
        path = os.path.normpath(os.path.join(os.path.dirname(caller), name))
        return path if path in self.templates else None

    def called(self):
        """Every template that some text of another one, or an environment, names."""
        found = set()
        for path in self.root.rglob('*'):
            if path.is_file() and path.suffix in ('.yaml', '.yml', '.template', '.json', '.env'):
                text = path.read_text('utf-8-sig', errors='replace')
                caller = str(path.relative_to(self.root))
                for word in set(text.replace('"', ' ').replace("'", ' ').replace(',', ' ').replace('[', ' ').replace(']', ' ').replace('}', ' ').split()):
                    callee = self.callee(caller, word) if word.endswith(('.yaml', '.template')) else None
                    if callee is not None and callee != caller:
                        found.add(callee)
        return found


def _data(path):
    try:
        return template_format.parse(path.read_text('utf-8-sig'))
    except Exception:
        return None


class Deployment:
    """What Heat makes of one module with its environment."""

    def __init__(self, files, module):
        self.files = files
        self.defaults = {}
        env = files.environment(module)
        self.defaults = env.get('parameter_defaults') or {}
        self.registry = env.get('resource_registry') or {}
        self.home = os.path.dirname(files.common or module)
        self.values = self.template(module, env.get('parameters') or {}, ())
        if 'error' in self.values:
            raise ValueError(self.values['error'])

    def template(self, path, given, callers):
        """Parameters, resources and outputs of one template, those that it calls included."""
        if path in callers:
            return {'error': 'calls itself'}
        data = self.files.templates[path]
        names = list((data.get('parameters') or {}))
        unknown = sorted(set(given) - set(names))
        if unknown:
            return {'error': 'unknown parameters %s' % ', '.join(unknown)}
        needed = self.needed(data, given)
        env = environment.Environment({'parameters': {**given, **needed}, 'parameter_defaults': self.defaults})
        made = template.Template(data, files={}, env=env)
        stack = symbols.SymbolicStack(made)
        parameters = stack.parameters.params
        result = {'parameters': {name: repr(resolving.attempt(parameters[name].value)) for name in names}, 'needed': sorted(needed)}
        result['resources'] = {}
        for name in sorted(stack.enabled_rsrc_names()):
            definition = resolving.resource(stack.resource_definition(name))
            result['resources'][name] = self.resource(path, definition, (*callers, path))
        result['outputs'] = {name: repr(resolving.output(stack.output_definition(name))) for name in sorted(stack.enabled_output_names())}
        return result

    def needed(self, data, given):
        """Values for the parameters that have none by themselves."""
        env = environment.Environment({'parameters': given, 'parameter_defaults': self.defaults})
        made = template.Template(data, env=env)
        found = {}
        for name, parameter in made.parameters(symbols.STACK, env.params, param_defaults=env.param_defaults).params.items():
            if '::' in name or parameter.has_value():
                continue
            allowed = [one.allowed for one in parameter.schema.constraints if hasattr(one, 'allowed')]
            found[name] = list(allowed[0])[0] if allowed else SAMPLES.get(parameter.schema.type, 'sample')
        return found

    def callee(self, caller, name):
        """The nested template behind a type, by its path or by the registry of the environment."""
        target = self.registry.get(name)
        if isinstance(target, str):
            return self.files.callee(os.path.join(self.home, 'environment'), target) or self.callee(caller, target)
        return self.files.callee(caller, name)

    def resource(self, caller, definition, callers):
        """A resource; a nested template takes the place of the properties that it is called with."""
        properties = definition.get('properties')
        callee = self.callee(caller, definition['type'])
        if callee is not None:
            # What only the cloud knows may be null here, and never is when Heat asks for it.
            given = {name: '<<null>>' if value is None else value for name, value in (properties or {}).items()}
            inside = self.template(callee, given, callers)
            return {**definition, 'properties': None, 'nested': inside}
        if definition['type'] == 'OS::Heat::ResourceChain':
            group = dict(properties or {})
            passed = group.pop('resource_properties', None) or {}
            members = [self.resource(caller, {'type': one, 'properties': passed}, callers) for one in group.get('resources') or []]
            return {**definition, 'properties': group, 'members': members}
        inner = INNER.get(definition['type'])
        if inner and isinstance((properties or {}).get(inner), dict) and 'type' in properties[inner]:
            group = dict(properties)
            member = replaced(group.pop(inner), properties.get('index_var') or '%index%') if inner == 'resource_def' else group.pop(inner)
            return {**definition, 'properties': group, 'member': self.resource(caller, {'properties': {}, **member}, callers)}
        return definition


def replaced(value, variable):
    """A definition as it is for the first member of a group."""
    if isinstance(value, dict):
        return {key: replaced(one, variable) for key, one in value.items()}
    if isinstance(value, list):
        return [replaced(one, variable) for one in value]
    return value.replace(variable, '0') if isinstance(value, str) else value


def differences(before, after, path=''):
    """Paths at which two results differ; parameters that only the rewrite has must have a value there."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in sorted(set(before) | set(after), key=str):
            here = '%s.%s' % (path, key)
            if key == 'needed':
                fresh = set(after.get(key, ())) - set(before.get(key, ()))
                if fresh:
                    yield here, 'newly required', sorted(fresh)
            elif key not in before and path.endswith('parameters'):
                continue
            elif key not in before or key not in after:
                yield here, before.get(key), after.get(key)
            else:
                yield from differences(before[key], after[key], here)
    elif repr(before) != repr(after):
        yield path, before, after


def compare(before, after, module):
    try:
        old = Deployment(before, module).values
    except Exception as error:
        return 'before-invalid', str(error)
    try:
        new = Deployment(after, module).values
    except Exception as error:
        return 'after-invalid', str(error)
    found = list(differences(old, new))
    return ('differs', found[:10]) if found else ('equal', None)


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('directories', nargs='+', metavar='BEFORE AFTER')
    parser.add_argument('--suffix', default='.env')
    parser.add_argument('--common')
    options = parser.parse_args(arguments)
    if len(options.directories) % 2:
        parser.error('every BEFORE needs its AFTER')
    counts = {}
    for pair in zip(options.directories[::2], options.directories[1::2]):
        before, after = (Files(root, options.suffix, options.common) for root in pair)
        for module in sorted(set(before.templates) - before.called()):
            verdict, details = compare(before, after, module)
            counts[verdict] = counts.get(verdict, 0) + 1
            if verdict in ('differs', 'after-invalid'):
                print(json.dumps({'before': pair[0], 'module': module, 'verdict': verdict, 'details': details}, default=repr))
    print(json.dumps(counts), file=sys.stderr)
    return 1 if {'differs', 'after-invalid'} & set(counts) else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
