#!/usr/bin/python3
"""Record what yaql makes of expressions, as Heat runs it: yaql.json beside this file.

Needs Debian's python3-yaql (python3-heat brings it). Run it again when expressions are added.
With `-` it goes to standard output instead. Each entry is [expression, data, result]; a result that is no data, or an error, is {"<error>": class}.
"""

import json
import pathlib
import sys

import yaql

# heat/engine/hot/functions.py (Yaql), with the defaults of heat/common/config.py
ENGINE = yaql.YaqlFactory().create({'yaql.limitIterators': 200, 'yaql.memoryQuota': 10000})
CONTEXT = yaql.create_context()

ROWS = [{'name': 'oven', 'size': 3, 'tags': ['hot', 'big']}, {'name': 'door', 'size': 1, 'tags': []},
        {'name': 'Oven', 'size': 3, 'tags': ['hot']}, None]
TREE = {'a': {'x': 1, 'list': ['p', 'q']}, 'b': {'x': 2, 'list': ['q', 'r'], 'more': 'm'}}
DATA = {'rows': ROWS, 'words': ['rye', 'oat', 'rye', ''], 'numbers': [3, 1, 2, 3], 'tree': TREE, 'text': 'mill:8080/top',
        'nested': [1, [2, [3, [4]]], []], 'none': None, 'flag': True, 'name': 'Mill', 'empty': [], 'blank': '  ', 'map': {'k': 'v', 'l': 'w'}}

EXPRESSIONS = r'''
$
$.data
$.data.text
$.data.missing
$.data.get(text)
$.data.get('missing')
$.data.get('missing', none)
$.data.get(missing, 7)
$.data.tree.a.x
$.data.tree.c.x
$.data.tree['b']['more']
$.data.tree['c']
$.data.tree['c', 'else']
$.data.tree.get($.data.name, {})
$.data.none?.x
$.data.tree?.a
$.data.words[0]
$.data.words[-1]
$.data.words[9]
$.data.words.where($)
$.data.words.where($ != '')
$.data.words.where(not isEmpty($))
$.data.words.where(not isEmpty($)).first()
$.data.words.distinct()
distinct($.data.words)
$.data.words.distinct().len()
$.data.words.where($ = nothing)
$.data.words.where($ = 'nothing').first(none)
$.data.words.where($ = 'nothing').first('other')
$.data.words.where($ = 'nothing').first()
$.data.words.last()
$.data.empty.last('x')
$.data.empty.last()
$.data.words.len()
len($.data.words)
len($.data.text)
len($.data.tree)
len($.data.tree.keys())
len($.data.tree.values())
len($.data.words.where($))
$.data.words.toSet()
$.data.words.join(',')
$.data.words.join(', ').split(', ')
','.join($.data.words)
$.data.numbers.join('-')
[1, null, true].join('-')
$.data.numbers.max()
$.data.numbers.min()
$.data.empty.max()
$.data.empty.max(5)
max(3, 4)
$.data.numbers.sum()
$.data.empty.sum(4)
$.data.words.sum()
$.data.numbers.orderBy($)
$.data.numbers.orderByDescending($)
$.data.words.orderBy($)
$.data.numbers.select($ * 2)
$.data.numbers.select($ * 2 + 1)
$.data.numbers.select(1 + $ * 2)
$.data.numbers.select($ - 1)
$.data.numbers.select(int($) * 1024 / 3)
$.data.numbers.select(-$ / 2)
$.data.numbers.select(str($)).join(',').split(',')
$.data.numbers.where($ > 1)
$.data.numbers.where($ >= 2 and $ < 3)
$.data.numbers.where($ = 1 or $ = 2)
$.data.numbers.where(not $ = 3)
$.data.numbers.where(not ($ = 3))
$.data.numbers.where($ in [1, 2])
$.data.numbers.any($ > 2)
$.data.numbers.any($ > 5)
$.data.empty.any()
$.data.numbers.all($ > 0)
$.data.words.all()
$.data.numbers.contains(3)
$.data.numbers.indexOf(2)
$.data.numbers.skip(1)
$.data.numbers.limit(2)
$.data.numbers.reverse()
$.data.numbers.zip($.data.words)
$.data.numbers.append(5, 6)
$.data.numbers.reduce($1 + $2)
$.data.numbers.reduce($1 + $2, 10)
$.data.numbers.aggregate($1 * $2, 1)
$.data.empty.reduce($1 + $2, nothing)
$.data.empty.reduce($1 + $2, {})
$.data.numbers + [9]
$.data.words + $.data.numbers
$.data.words * 2
[x] * 2
['x'] * len($.data.numbers)
3 * ['x']
range(3)
range(1, 4)
range(0, len($.data.numbers)).join(',').split(',')
range(3).len()
$.data.nested.flatten()
$.data.tree.values().select($.list).flatten().distinct()
$.data.tree.values().list
$.data.tree.keys()
$.data.tree.values()
$.data.tree.items()
$.data.tree.keys().where($ != 'a')
$.data.tree.values().where($.get('more'))
$.data.tree.values().any($.get('more', '') = 'm')
$.data.tree.values().select('{0}.of.{1}'.format($.x, $.get('more', none)))
'{}-{}'.format(1, two)
'{}-{}'.format(1, 'two')
'{0}{0}'.format(null)
'{:>4}'.format(1)
'{{}}'.format(1)
$.data.tree.containsKey('a')
$.data.tree.containsKey('z')
$.data.tree.a.mergeWith($.data.tree.b)
($.data.tree.a).mergeWith($.data.tree.b)
$.data.tree.values().reduce($1.mergeWith($2), {})
$.data.tree.values().select($.list).reduce($1.mergeWith($2), {})
$.data.tree.a.mergeWith($.data.map)
$.data.tree.a + $.data.map
{a => 1}.mergeWith({a => [1]})
{a => [1]}.mergeWith({a => 1})
{a => [1, 2]}.mergeWith({a => [2, 3]})
dict($.data.tree.items())
dict($.data.tree.items().select([$[0], $[1].x]))
dict($.data.map.items().select([$[0].toUpper(), $[1]]))
dict(a => 1, b => $.data.name)
dict([[a, 1]])
dict([['a', 1], ['b', 2], ['a', 3]])
dict($.data.tree.keys().zip([1, 2]))
dict($.data.tree.keys().zip('x'.repeat(2)))
dict($.data.tree.keys().zip(dict(n => $.data.name).repeat(len($.data.tree.keys()))))
dict()
{}
{a => 1, 'b' => [2]}
{$.data.name => 1}
$.data.words.toDict($, len($))
$.data.rows.where($ != null)
$.data.rows.where($ != null).select($.get('name'))
$.data.rows.where($ != null).select($.name)
$.data.rows.select($.get('name'))
$.data.rows.where($ != null).name
$.data.rows.where($ != null).select($.tags).flatten()
$.data.rows.where($ != null).selectMany($.tags)
$.data.rows.where($ != null).groupBy($.size)
$.data.rows.where($ != null).groupBy($.size, $.name)
dict($.data.rows.where($ != null).groupBy($.size, $.name))
dict(coalesce($.data.rows, []).where($ != null).select([$.get('name'), $.get('size')]).where($[0] != null).select([$[0], dict(n => $[1])]).selectMany($[1].items()).groupBy($[0], $[1]))
list(coalesce($.data.rows, []).where($ != null).select($.get('tags')).where($ != null))
list($.data.words)
list($.data.words, 1, range(2))
list(range(3))
list(coalesce($.data.none, {}).get(k)).select($)
coalesce($.data.none, $.data.name)
coalesce($.data.none, [])
coalesce($.data.none, null)
coalesce($.data.rows, []).where($ != null).select($.get('tags')).where($ != null).flatten().distinct()
coalesce($.data.rows, []).skip(1).first("")
coalesce($.data.none, []).first("")
switch(isDict($.data.tree) => $.data.tree.values(), true => [])
switch(isList($.data.tree) => 1, true => 2)
switch($.data.name = 'Oat' => 1)
switch($.data.name = 'Mill' => '4', $.data.name => '5', true => '6')
let(x => 1) -> $x + 1
let(x => 1, y => 2) -> $x + $y
let(1, 2) -> $1 + $2
let(k => $.data.name) -> $.data.words.select($ + $k)
let(u => $.data.name) -> $.data.tree.values().select($.get('more', $u))
let(c => $.data.tree) -> $c.get(b, {}).values().last(default => "")
let(c => $.data.tree) -> $c.get(z, {}).values().last(default => "")
let(c => $.data.tree) -> $c.get('a', {}).keys().last(default => "").isEmpty()
let(x => $.data.words.where($)) -> $x.len() + $x.len()
let(location => $.data.text.rightSplit(':', 1)[0]) -> $location
let(hz => int(switch($.data.name = "Mill" => "4", true => "2"))) -> $.data.numbers.select(int($) * 1024 / $hz).join(",").split(',')
let(x => $.data.none) -> coalesce($x, $y)
$.data.text.split(':')
$.data.text.split(':', 1)[1]
$.data.text.split('/').last()
$.data.text.rightSplit(':', 1)[0]
$.data.text.rightSplit(separator => ":", maxSplits => 1)[1]
$.data.text.rightSplit('/')
$.data.text.split('/')[0].matches('(\.|:)')
$.data.text.matches('\d+')
$.data.text.matches('[0-9]+')
concat("x/", $.data.text.rightSplit(separator => "/", maxSplits => 1)[1])
concat(a, b)
concat('a', 'b', $.data.name)
concat('a', 1)
'a' + 'b'
'a' + 1
str($.data.none)
str($.data.flag)
str(5)
str("{0}".format($.data.text).split("/")[-1])
str($.data.words)
int('12')
int('x')
int(null)
int(true)
bool('')
bool([])
isString($.data.name)
isList($.data.words)
isDict($.data.map)
isInteger(3)
$.data.name.toLower()
$.data.name.toUpper()
$.data.name.replace('ll', 'n')
$.data.name.startsWith('Mi')
$.data.name.endsWith('x', 'l')
$.data.blank.isEmpty()
isEmpty(null)
isEmpty('')
isEmpty([])
$.data.name.isEmpty()
regex('(?:https?://)?(.*?)/(.*)').split($.data.text)[1]
regex('(?:https?://)?(.*?)/(.*)').split($.data.text)
regex('[0-9]+').search($.data.text)
regex('[x-z]+').search($.data.text)
regex("([0-9]+[K|M|G])").search('page 4K')
regex('([a-z0-9])([A-Z])').replace('aBcDe', '\\1_\\2').toLower()
regex(`([a-z0-9])([A-Z])`).replace($.data.name, '\\1_\\2').toLower()
regex('a').replace('banana', 'o')
$.data.words.where($ =~ 'r')
$.data.words = ['rye', 'oat', 'rye', '']
'a,b'.split(',') = ['a', 'b']
'a,b'.split(',').distinct()
['a,b'.split(',')].distinct()
$.data.rows.where($ != null).distinct($.size).select($.name)
[1, true, 1.0].distinct()
1 = true
1 != '1'
null = null
null < 1
'a' < 'b'
'a' < 1
not true
not $.data.flag
true and false
true and 'x'
'' or 'x'
7 / 2
-7 / 2
7 mod 2
2 + 3 * 4
(2 + 3) * 4
- 3 + 5
1.5 + 1
[1, [2, 3]]
[1, 2,]
[]
'it''s'
'it\'s'
"a\nb"
'a\x41'
$.data.$
$x
$.data.words.unknown()
unknown()
$.data.words where
$.data.words.where(
1 2
a
a => b
'''.strip().split('\n')


def recorded(expression):
    try:
        result = ENGINE(expression).evaluate({'data': DATA}, CONTEXT.create_child_context())
        json.dumps(result)
        return result
    except Exception as error:
        return {'<error>': type(error).__name__}


def main():
    lines = [json.dumps([expression, recorded(expression)]) for expression in EXPRESSIONS]
    text = '{"data": %s,\n"expressions": [\n%s\n]}\n' % (json.dumps(DATA), ',\n'.join(lines))
    if sys.argv[1:] == ['-']:
        sys.stdout.write(text)
    else:
        pathlib.Path(__file__).with_name('yaql.json').write_text(text)


if __name__ == '__main__':
    main()
