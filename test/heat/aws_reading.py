"""Read a template that only AWS would accept in such a way that Heat's engine can compute it (--aws).

Each construct becomes what Heat has for it: short tags their long form, `Fn::Sub` an `Fn::Replace`,
`{Condition: X}` the name X, AWS parameter types the nearest of Heat, `AWS::NoValue` the omission of
its entry.  What Heat has nothing for (`Fn::ImportValue`, macros) stays, as data.  Sources: the CloudFormation
user guide for each function; heat.engine.cfn for the targets.
"""

import re

import yaml

from heat.common import template_format
from heat.engine.cfn import template as cfn_template
from heat.engine import function

import symbols

_DROPPED_SECTIONS = ('Metadata', 'Transform', 'Rules', 'Globals', 'Hooks')
# AWS has one account where Heat has a project; the other two are constants of the commercial regions.
_PSEUDO = {'AWS::AccountId': symbols.STACK.tenant, 'AWS::Partition': 'aws', 'AWS::URLSuffix': 'amazonaws.com'}
_NO_VALUE = 'Hotshift::NoValue'


class _NoValue(function.Function):
    """The entry around it is left out, as the two-item `if` of HOT 2021-04-16 does it."""

    def result(self):
        return Ellipsis


class _Loader(template_format.yaml_loader):
    """Heat's own loader that also takes the short tags."""


def _short_tag(loader, suffix, node):
    name = suffix if suffix in ('Ref', 'Condition') else 'Fn::' + suffix
    if isinstance(node, yaml.ScalarNode):
        value = loader.construct_scalar(node)
        return {name: value.split('.', 1) if suffix == 'GetAtt' else value}
    make = loader.construct_sequence if isinstance(node, yaml.SequenceNode) else loader.construct_mapping
    return {name: make(node, deep=True)}


_Loader.add_multi_constructor('!', _short_tag)


def read(text, plain):
    """Template text to data that Heat may load; `plain` is its data if a plain reader took it, else None.

    Raises what the YAML loader raises.
    """
    cfn_template.CfnTemplate.functions.setdefault(_NO_VALUE, _NoValue)
    data = plain if plain is not None else yaml.load(text, Loader=_Loader)
    if not isinstance(data, dict) or 'heat_template_version' in data:
        raise ValueError('not a CloudFormation template')
    data = {key: value for key, value in data.items() if key not in _DROPPED_SECTIONS}
    data.setdefault('AWSTemplateFormatVersion', '2010-09-09')
    if isinstance(data.get('Parameters'), dict):
        data['Parameters'] = {name: _parameter(one) for name, one in data['Parameters'].items()}
    return {key: value if key in ('Parameters', 'Mappings') else _rewritten(value, key == 'Conditions')
            for key, value in data.items()}


def _parameter(schema):
    kind = schema.get('Type') if isinstance(schema, dict) else None
    if not isinstance(kind, str) or kind in ('String', 'Number', 'CommaDelimitedList', 'Json', 'Boolean'):
        return schema
    many = kind.startswith('List<') or '<List<' in kind
    return {**schema, 'Type': 'CommaDelimitedList' if many else 'String'}


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
