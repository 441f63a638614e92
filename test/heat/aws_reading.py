"""Read a template that only AWS would accept in such a way that Heat's engine can compute it (--aws).

Each construct becomes what Heat has for it: short tags their long form, `Fn::Sub` an `Fn::Replace`,
`{Condition: X}` the name X, AWS parameter types the nearest of Heat, `AWS::NoValue` the omission of
its entry; `Fn::Equals` compares texts, and `Fn::Select` fails where it finds nothing.  What Heat has nothing for
(`Fn::ImportValue`, macros) stays, as data.  Sources: the CloudFormation user guide for each function;
heat.engine.cfn for the targets.
"""

import re

import yaml

from heat.common import template_format
from heat.engine.cfn import functions as cfn_functions
from heat.engine.cfn import template as cfn_template
from heat.engine import function

import symbols

_DROPPED_SECTIONS = ('Metadata', 'Transform', 'Rules', 'Globals', 'Hooks')
# AWS has one account where Heat has a project; the other two are constants of the commercial regions.
_PSEUDO = {'AWS::AccountId': symbols.STACK.tenant, 'AWS::Partition': 'aws', 'AWS::URLSuffix': 'amazonaws.com'}
_MERGE = 'tag:yaml.org,2002:merge'
_NO_VALUE, _TEXT, _SELECT = 'Hotshift::NoValue', 'Hotshift::Text', 'Hotshift::Select'


class _NoValue(function.Function):
    """The entry around it is left out, as the two-item `if` of HOT 2021-04-16 does it."""

    def result(self):
        return Ellipsis


class _Text(function.Function):
    """A value as AWS compares it: the text of a number or boolean."""

    def result(self):
        value = function.resolve(self.args)
        return as_text(value) if isinstance(value, (bool, int, float)) else value


class _Select(cfn_functions.Select):
    """AWS refuses what selects nothing; Heat gives empty text for it."""

    def result(self):
        found = super().result()
        strings, index = function.resolve(self._strings), function.resolve(self._lookup)
        if isinstance(strings, list) and str(index).isdigit() and int(index) >= len(strings):
            raise IndexError('Fn::Select cannot select nonexistent value at index %s' % index)
        return found


def as_text(value):
    """A scalar of a template as AWS takes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


class _Loader(template_format.yaml_loader):
    """Heat's own loader that also takes the short tags, and keys as they are written: for AWS they are strings."""

    def construct_mapping(self, node, deep=False):
        for key, _ in node.value:
            if isinstance(key, yaml.ScalarNode) and key.tag != _MERGE:
                key.tag = 'tag:yaml.org,2002:str'
        return super().construct_mapping(node, deep=deep)


def _short_tag(loader, suffix, node):
    name = suffix if suffix in ('Ref', 'Condition') else 'Fn::' + suffix
    if isinstance(node, yaml.ScalarNode):
        value = loader.construct_scalar(node)
        return {name: value.split('.', 1) if suffix == 'GetAtt' else value}
    make = loader.construct_sequence if isinstance(node, yaml.SequenceNode) else loader.construct_mapping
    return {name: make(node, deep=True)}


_Loader.add_multi_constructor('!', _short_tag)


def read(text, plain):
    """Template text to data that Heat may load; `plain` is its data if it is JSON (with comments), else None.

    Raises what the YAML loader raises.
    """
    for functions in (cfn_template.CfnTemplate.functions, cfn_template.CfnTemplate.condition_functions):
        functions.update({_NO_VALUE: _NoValue, _TEXT: _Text, _SELECT: _Select})
    data = plain if plain is not None else yaml.load(text, Loader=_Loader)
    if not isinstance(data, dict) or 'heat_template_version' in data:
        raise ValueError('not a CloudFormation template')
    labels = _labels(data)
    data = {key: value for key, value in data.items() if key not in _DROPPED_SECTIONS}
    if 'HeatTemplateFormatVersion' not in data:
        data.setdefault('AWSTemplateFormatVersion', '2010-09-09')
    if isinstance(data.get('Parameters'), dict):
        data['Parameters'] = {name: _parameter(one, labels.get(name)) for name, one in data['Parameters'].items()}
    return {key: value if key in ('Parameters', 'Mappings') else _rewritten(value, key == 'Conditions')
            for key, value in data.items()}


def _labels(data):
    """Name of a parameter to what the console calls it."""
    interface = (data.get('Metadata') or {}).get('AWS::CloudFormation::Interface') or {}
    labels = interface.get('ParameterLabels') or {}
    return {name: one['default'] for name, one in labels.items() if isinstance(one, dict) and 'default' in one}


def _parameter(schema, label):
    kind = schema.get('Type') if isinstance(schema, dict) else None
    if not isinstance(kind, str) or kind in ('Json', 'Boolean'):
        return schema
    made = dict(schema) if label is None else {**schema, 'Label': label}
    if kind == 'Number':
        return made
    # What the store holds is not known to the template.
    asked = kind.startswith('AWS::SSM::Parameter::Value<')
    if asked:
        made = {key: made[key] for key in made if key in ('Type', 'Description', 'Label', 'NoEcho')}
    many = kind.startswith('List<') or '<List<' in kind or kind == 'CommaDelimitedList' \
        or kind == 'AWS::SSM::Parameter::Value<CommaDelimitedList>'
    made['Type'] = 'CommaDelimitedList' if many else 'String'
    if isinstance(made.get('Default'), (bool, int, float)):
        made['Default'] = as_text(made['Default'])
    if many and isinstance(made.get('Default'), str):
        made['Default'] = ','.join(item.strip() for item in made['Default'].split(','))
    if isinstance(made.get('AllowedValues'), list):
        # Heat makes texts of the numbers that it compares a text with, but not of those that it looks for in a list.
        made['AllowedValues'] = [as_text(one) if many or isinstance(one, bool) else one for one in made['AllowedValues']]
    return made


def _rewritten(data, in_condition):
    if isinstance(data, list):
        return [_rewritten(item, in_condition) for item in data]
    if not isinstance(data, dict):
        return data
    if len(data) == 1:
        call, arguments = next(iter(data.items()))
        if call == 'Condition' and in_condition and isinstance(arguments, str):
            return arguments
        if call == 'Ref' and arguments in _PSEUDO:
            return _PSEUDO[arguments]
        if call == 'Ref' and arguments == 'AWS::NoValue':
            return {_NO_VALUE: ''}
        if call == 'Fn::GetAtt' and isinstance(arguments, str):
            return {call: arguments.split('.', 1)}
        if call == 'Fn::If' and isinstance(arguments, list) and len(arguments) == 3:
            name, *branches = arguments
            return {call: [_rewritten(name, True), *(_rewritten(branch, in_condition) for branch in branches)]}
        if call == 'Fn::Equals' and isinstance(arguments, list):
            return {call: [{_TEXT: _rewritten(one, in_condition)} for one in arguments]}
        if call == 'Fn::Select' and isinstance(arguments, list):
            return {_SELECT: _rewritten(arguments, in_condition)}
        if call == 'Fn::Sub':
            return _substitution(arguments)
    return {key: _rewritten(value, in_condition) for key, value in data.items()}


def _substitution(arguments):
    text, own = (arguments + [{}])[:2] if isinstance(arguments, list) and arguments else (arguments, {})
    if not isinstance(text, str) or not isinstance(own, dict):
        return {'Fn::Sub': arguments}
    params = {}

    def stand_in(match):
        name = match.group(1).strip()
        if name.startswith('!'):
            return '${%s}' % name[1:]
        # Characters that no template may hold, so that no placeholder is found by accident.
        placeholder = '\x01%s\x02' % name
        params[placeholder] = own[name] if name in own else _named(name)
        return placeholder

    text = re.sub(r'\$\{([^{}]*)\}', stand_in, text)
    return {'Fn::Replace': [_rewritten(params, False), text]} if params else text


def _named(name):
    return {'Ref': name} if '::' in name or '.' not in name else {'Fn::GetAtt': name.split('.', 1)}
