#!/usr/bin/env python3
"""Records what PyYAML with LibYAML, set up as Heat sets it up, reads.

Writes, beside this file:
  fixtures/scalars.json       plain scalars by the type they resolve to, and tagged scalars
  fixtures/scalars-plain.json which short texts come back when written plain, per place

Run with a Python that has PyYAML 6 with LibYAML:
  python3 test/yaml/record-scalars.py
"""
import itertools
import json
import os
import random

import yaml


class HeatLoader(yaml.CSafeLoader):
    """As in heat/common/template_format.py: dates and times stay text."""


def construct_text(loader, node):
    return loader.construct_scalar(node)


HeatLoader.add_constructor('tag:yaml.org,2002:str', construct_text)
HeatLoader.add_constructor('tag:yaml.org,2002:timestamp', construct_text)

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'fixtures')
NUMBER_ALPHABET = '01789.:-+_eExbony~='
PLAIN_ALPHABET = 'a1 -?:,[]{}#&*!|>\'"%@`=<~.\\\t'

TYPICAL = '''
2013-05-23 2018-08-31 2010-09-09 2012-12-12 2001-12-14t21:59:43.10-05:00 2013-5-23 2013-13-45 20180831
00:11:22:33:44:55 52:54:00:12:34:56 fa:16:3e:12:34:56 10:20:30:40:50:59 1:00:00:00:00:01 01:02:03:04:05:06
1.0 1.2.3 1.10 v1.0 3.11.2 0.1.0-rc1 1.0.0.0 10.0.0.0/16 10.0.0.1 192.168.0.0/24 0.0.0.0/0 ::/0 fe80::1 2001:db8::1
22 80 443 8080 65535 22:22 80:443 8080:80 12:30 12:30:45 1:59 1:60 1:99 190:20:30 -1:30 +1:30 12:30.5 1:2:3.4 1:2:3.
t2.micro m1.small cirros-0.3.4-x86_64 ubuntu_22.04 1Gi 10GB 512M 1.5T 100% $5 5$ 1,000 1_000 1_000.5 0.5 .5 -.5 +.5 5. -5.
0755 0644 0o755 08 09 010 -010 +010 0x1F +0x1F -0x1f 0X1F 0x 0xg 0b101 0b 0b2 0b_ 0x_ 0_ 0__ 0_7 0_8 1_ 1__0 _1 -_1 00 000 -0 +0 --1 +-1
1e3 1E3 1.e3 1.0e3 1.0e+3 1.e+3 .5e+3 -.5e+3 1e+3 1.5E-7 1.0e+400 -1.0e+400 1.0e-400 685.230_15e+03 1._5 1._ ._5 .5_ . .. ... .e3 +. -. +.e+1
.inf .Inf .INF .iNF +.inf -.inf +.Inf -.INF .nan .NaN .NAN .Nan -.nan +.nan inf nan Infinity NaN -Infinity E3012 e5 1.5e300 4.9e-324
9007199254740991 9007199254740992 9007199254740993 -9007199254740993 18446744073709551616 999999999999999 9999999999999999
123456789012345678901234567890 -123456789012345678901234567890 0xffffffffffffffffffff 0b111111111111111111111111111111111111111111111111111111111111
0777777777777777777777777777777 99999999999:59:59:59:59 59:59:59:59:59:59:59:59:59:59:59:59 1:0.1 1:00.1 59:59:59:59:59:59:59:59:59:59:59:59.7
100000.0 1000000000000000.0 10000000000000000.0 123456789012345680.0 0.0001 0.00001 0.000123 1.0e+16 1.0e+15 1.0e-5 -0.0 0.1 0.30000000000000004
5e-324 1.7976931348623157e+308 1.0e+22 1.0e+21 123456789.123456789 3.14 2.5e-3 6.02e+23 1.0E+5 1_0.0_1e+1_0
yes no on off true false null y n Y N t f T F ~ ~~ ~a null1 nul nulll Null NULL nULL none None NONE nil
yes! yess oN oFF tRUE trueish offf Yes No On Off True False YES NO ON OFF TRUE FALSE YeS nO
= == =a a= << <<< <a << a<< !a
web_server WebServer AWS::EC2::Instance OS::Nova::Server get_param Ref Fn::GetAtt a:b a:1 1:a a-b -a -1a +a .a a.b http://example.org/x?y=z#f
Zürich café 日本 😀 naïve １２ ٣ Ｙes
'''.split() + ['', '2001-12-14 21:59:43.10 -5', 'a b', '1 2', 'yes no', '1 ', 'two words', '12:30 pm', '1\t2']


def python_type(value):
    for name, kind in (('bool', bool), ('int', int), ('float', float), ('str', str)):
        if isinstance(value, kind):
            return name
    return 'null' if value is None else type(value).__name__


def is_plain(text):
    """Whether this text, as an item of a sequence, is one plain scalar with just this content."""
    try:
        node = yaml.compose('- %s\n' % text, Loader=yaml.CSafeLoader)
    except yaml.YAMLError:
        return False
    item = node.value[0] if len(node.value) == 1 else None
    return isinstance(item, yaml.ScalarNode) and not item.style and item.value == text


def load(text):
    """(type, str() of the value), or ('problem', '')."""
    try:
        value = yaml.load(text, Loader=HeatLoader)
    except (yaml.YAMLError, ValueError, LookupError, OverflowError, TypeError):
        return 'problem', ''
    if isinstance(value, list):
        value = value[0]
    return python_type(value), str(value)


def plain_texts():
    seen = dict.fromkeys(TYPICAL)
    for length in (1, 2, 3):
        for letters in itertools.product(NUMBER_ALPHABET, repeat=length):
            seen[''.join(letters)] = None
    rng = random.Random(20180831)
    for length, count in ((4, 2500), (5, 2000), (6, 1000)):
        for _ in range(count):
            seen[''.join(rng.choice('0178.:-+_e5') for _ in range(length))] = None
    for _ in range(400):
        mantissa = '%d.%d' % (rng.randrange(10 ** rng.randrange(1, 18)), rng.randrange(10 ** rng.randrange(1, 18)))
        seen[rng.choice(['', '-', '+']) + mantissa] = None
        seen[mantissa + rng.choice('eE') + rng.choice('+-') + str(rng.randrange(330))] = None
    for _ in range(200):
        seen[':'.join([str(rng.randrange(1, 300))] + [str(rng.randrange(70)) for _ in range(rng.randrange(1, 14))])
             + rng.choice(['', '', '.', '.5', '.25'])] = None
    for word in ('yes', 'no', 'on', 'off', 'true', 'false', 'null', 'inf', 'nan'):
        for spelling in itertools.product(*((c, c.upper()) for c in word)):
            seen[''.join(spelling)] = None
            if word in ('inf', 'nan'):
                seen['.' + ''.join(spelling)] = None
    return [text for text in seen if is_plain(text) or text == '']


TAGGED = {
    'str': ['', '5', 'yes', '~', '=', 'a b'],
    'timestamp': ['2013-05-23', 'x', ''],
    'int': ['5', '-5', '+5', ' 5 ', '0x1F', '010', '0b11', '1:30', '1:90', '1_000', '0', '-0', '00', '', '+', 'x', '5.0',
            '0x', '0b2', '08', 'yes', '123456789012345678901234567890', '0_'],
    'float': ['5', '1e5', '1E5', '1.5', '.5', '5.', 'inf', '-inf', '.inf', '-.inf', '.nan', 'nan', 'Infinity', '1:30',
              '1:90.5', '1:1e2', '1_0', ' 5 ', '', 'x', '0x10', '-0', '.', 'e5', '1e400'],
    'bool': ['yes', 'No', 'yEs', 'TRUE', 'off', 'y', '1', '', 'true '],
    'null': ['', 'x', '~', 'null'],
    'merge': ['x'], 'value': ['='], 'unknown': ['x'], 'python/none': ['x'],
}
NON_SPECIFIC = ['5', 'yes', 'x', '', '~', '=', '0x1F', '1.5', '2013-05-23', 'x\n']


def tagged_cases():
    cases = []
    for tag, texts in TAGGED.items():
        for written in ('!!' + tag, '!<tag:yaml.org,2002:%s>' % tag):
            for text in texts:
                cases.append([written, text, *load('- %s %s\n' % (written, json.dumps(text)))])
    for text in NON_SPECIFIC:
        cases.append(['!', text, *load('- ! %s\n' % json.dumps(text))])
    for text in ('x', '5'):
        cases.append(['!Ref', text, *load('- !Ref %s\n' % json.dumps(text))])
    return cases


# Where a text can stand; %s is the text, the path says where it must be found again.
PLACES = {
    'block-value': [('k: %s\n', lambda d: d['k']), ('k: %s', lambda d: d['k']), ('- %s\n', lambda d: d[0]),
                    ('k: %s\nl: 1\n', lambda d: d['k']), ('k: %s # c\n', lambda d: d['k'])],
    'block-key': [('%s: 1\n', lambda d: next(iter(d))), ('%s:\n  a: 1\n', lambda d: next(iter(d))),
                  ('- %s: 1\n', lambda d: next(iter(d[0])))],
    'flow-value': [('{k: %s}\n', lambda d: d['k']), ('[%s]\n', lambda d: d[0]), ('[%s, 1]\n', lambda d: d[0]),
                   ('{ k: %s, l: 1 }\n', lambda d: d['k']), ('[ %s ]\n', lambda d: d[0])],
    'flow-key': [('{%s: 1}\n', lambda d: next(iter(d))), ('{zz: 1, %s: 1}\n', lambda d: list(d)[1]),
                 ('{ %s: [] }\n', lambda d: next(iter(d)))],
}


def comes_back(text, places):
    for template, find in places:
        try:
            read = find(yaml.load(template % text, Loader=HeatLoader))
        except Exception:
            return False
        if type(read) is not str or read != text:
            return False
    return True


def plain_places():
    """Per text a hex digit: bit 0 block value, 1 block key, 2 flow value, 3 flow key."""
    digits = {}
    for length in (1, 2, 3):
        digits[length] = ''.join(
            '%x' % sum(1 << bit for bit, places in enumerate(PLACES.values()) if comes_back(''.join(letters), places))
            for letters in itertools.product(PLAIN_ALPHABET, repeat=length))
    return {'alphabet': PLAIN_ALPHABET, 'digits': digits}


def write(name, data):
    with open(os.path.join(HERE, name), 'w', encoding='utf-8') as out:
        json.dump(data, out, ensure_ascii=False, separators=(',', ':'))
        out.write('\n')


def main():
    by_type = {}
    for text in plain_texts():
        kind, value = load('- %s\n' % text)
        by_type.setdefault(kind, []).append(text if kind in ('str', 'problem') else [text, value])
    assert all(kind in ('str', 'int', 'float', 'bool', 'null', 'problem') for kind in by_type), by_type.keys()
    about = 'Recorded by record-scalars.py with PyYAML %s and LibYAML %s' % (
        yaml.__version__, '.'.join(map(str, yaml._yaml.get_version())))
    write('scalars.json', {'about': about, 'plain': by_type, 'tagged': tagged_cases()})
    write('scalars-plain.json', {'about': about, **plain_places()})
    print({kind: len(texts) for kind, texts in by_type.items()})


if __name__ == '__main__':
    main()
