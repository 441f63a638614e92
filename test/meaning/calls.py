"""The calls that record-functions.py records, and the template around them."""

HOT = '''parameters:
  text: {type: string, default: some text}
  empty: {type: string, default: ''}
  count: {type: number, default: 3}
  ratio: {type: number, default: 1.50}
  flag: {type: boolean, default: yes}
  list: {type: comma_delimited_list, default: 'x,y , z'}
  none: {type: comma_delimited_list, default: ''}
  numbers: {type: comma_delimited_list, default: [1, 2.5, true]}
  table: {type: json, default: {a: {b: [10, 20], '0': zero}, 1: one, deep: [{k: v}], nothing: null}}
  written: {type: json, default: '{"x": [1, 2.0, "three"], "y": {"z": null}}'}
  wrong: {type: number, default: no number}
  missing: {type: string}
  octal: {type: string, default: 0644}
  truth: {type: string, default: yes}
resources:
  a: {type: OS::Heat::None}
  srv: {type: OS::Nova::Server, properties: {}}
  port: {type: OS::Neutron::Port, properties: {}}
  grp: {type: OS::Heat::ResourceGroup, properties: {}}
'''

CFN = '''Parameters:
  text: {Type: String, Default: some text}
  empty: {Type: String, Default: ''}
  count: {Type: Number, Default: 3}
  ratio: {Type: Number, Default: 1.50}
  flag: {Type: Boolean, Default: yes}
  list: {Type: CommaDelimitedList, Default: 'x,y , z'}
  none: {Type: CommaDelimitedList, Default: ''}
  table: {Type: Json, Default: {a: {b: [10, 20], '0': zero}}}
  object: {Type: String, Default: '{"k": ["v", 2], "n": null}'}
  array: {Type: String, Default: '[1, "two", {"three": 3}]'}
  missing: {Type: String}
Mappings:
  M: {k: {v: found, n: 7, l: [1, two], m: {deep: yes}}, '3': {three: 3}, 5: {five: 5}}
  E: null
Resources:
  a: {Type: AWS::S3::Bucket}
  srv: {Type: OS::Nova::Server, Properties: {}}
  grp: {Type: OS::Heat::ResourceGroup, Properties: {}}
'''

_JOIN_LISTS = (
    '["", [a, b]]', '["-", [a]]', '["-", []]', '[", ", [a, null, b]]', '["-", null]', '["-", [a, 1]]', '["-", [true]]',
    '["-", [[a]]]', '["-", [{k: v}]]', '["-", abc]', '[1, [a, b]]', '[null, [a]]', '["-"]', '[]', '["-", [a], [b]]', 'abc',
    'null', '{a: 1}', '["-", {}]', '["-", ""]', '["-", 0]', '["-", [b, {z: 1, a: [1.0, true, null, "é"]}]]', '["", [1.5]]',
)


def _with(name, arguments):
    return ['{%s: %s}' % (name if name.isidentifier() else '"%s"' % name, argument) for argument in arguments]


VALUES = [
    *_with('get_param', (
        'text', 'count', 'ratio', 'flag', 'list', 'none', 'numbers', 'table', 'written', 'wrong', 'missing', 'octal', 'truth',
        'nowhere', '"OS::stack_name"', '"OS::stack_id"', '"OS::project_id"', '"OS::region"', '[text]', '[list, 1]',
        '[list, "1"]', '[list, -1]', '[list, 9]', '[list, x]', '[list, 1.0]', '[list, true]', '[table, a, b, 0]',
        '[table, a, b, "1"]', '[table, a, "0"]', '[table, a, 0]', '[table, "1"]', '[table, 1]', '[table, nothing]',
        '[table, nothing, x]', '[table, deep, 0, k]', '[written, x, 1]', '[written, y, z]', '[text, 0]', '[text, 99]',
        '[text, x]', '[count, 0]', '[table, null]', '[table, [a]]', '[]', '""', 'null', '{a: 1}', '[1]', '5',
        '[table, {get_param: empty}]', '{get_param: text}', '[{get_param: nowhere}]', '[list, {get_param: count}]',
    )),
    *_with('get_resource', ('a', 'srv', 'nothing', 'null', '[a]', '5', '{get_param: empty}', '{list_join: ["", [s, rv]]}')),
    *_with('get_attr', (
        '[srv, first_address]', '[srv, networks]', '[srv, networks, private]', '[srv, networks, private, 0]',
        '[srv, nothing]', '[srv, nothing, x, 1]', '[srv, show]', '[port, fixed_ips]', '[port, fixed_ips, 0]',
        '[port, fixed_ips, 0, ip_address]', '[port, fixed_ips, 9]', '[port, fixed_ips, x]', '[port, fixed_ips, 1.0]',
        '[grp, refs]', '[grp, refs, 0]', '[grp, refs_map, k]', '[grp, name]', '[grp, name, 1]', '[grp, name, x, y]',
        '[grp, resource.0, name]', '[grp, resource.0]', '[grp, resource.1, name, 2]', '[grp, attributes]', '[grp, attributes, name]', '[grp, refs_map]', '[grp, refs_map, k, l]', '[grp, refs, x]', '[grp, refs, 0, y]', '[port, resource.0, x]',
        '[srv]', '[srv, null]', '[]', 'null', 'a', 'srv', '{srv: x}', '[nothing, x]', '[srv, {get_param: text}]',
        '[{get_param: text}, x]', '[a, {list_join: ["", [x, y]]}, 0]', '{get_param: list}', '[srv, networks, null]', '5',
    )),
    *_with('get_file', ('a.sh', '[a]', 'null', '{list_join: ["", [a, .sh]]}', '5')),
    *_with('resource_facade', ('metadata', 'deletion_policy', 'update_policy', 'Metadata', 'null', '[metadata]', '{get_param: text}')),
    *_with('list_join', (*_JOIN_LISTS, '["-", {get_param: list}]', '["-", {get_param: none}]', '["-", [{get_param: count}]]',
                         '[{get_param: text}, [a, b]]', '["", [{get_resource: a}, {get_attr: [srv, first_address]}]]',
                         '["-", [{get_param: table}]]', '["-", null, [a]]', '["-", [{get_param: missing}]]', '["-", [a], b]')),
    *_with('str_replace', (
        '{template: "a $x b", params: {$x: 1}}', '{template: "$x$x", params: {$x: "$x"}}',
        '{template: "$a $ab $abc", params: {$a: 1, $ab: 2, $abc: 3}}', '{template: "ab ba", params: {ab: ba, ba: ab}}',
        '{template: x, params: {x: true}}', '{template: x, params: {x: 1.50}}', '{template: x, params: {x: null}}',
        '{template: x, params: {x: [1, {b: 2, a: "ü"}]}}', '{template: x, params: {x: {}}}', '{template: x, params: {x: []}}',
        '{template: x, params: {}}', '{template: x, params: {y: [z]}}', '{template: x, params: {"": y}}', '{template: "", params: {x: y}}',
        '{template: x, params: {1: y}}', '{template: x, params: {null: y}}', '{template: x, params: {1: y, x: z}}',
        '{template: 5, params: {x: y}}', '{template: null, params: {x: y}}', '{template: [x], params: {x: y}}',
        '{template: x, params: [x]}', '{template: x, params: null}', '{template: x, params: x}', '{template: x}', '{params: {x: y}}',
        '{template: x, params: {x: y}, other: z}', '[x]', 'null', 'x', '{template: "x y", params: {get_param: table}}',
        '{template: {get_param: text}, params: {some: {get_resource: a}}}', '{template: {get_param: count}, params: {}}',
        '{template: "aab", params: {aa: 1, a: 2, ab: 3}}', '{template: "x", params: {x: 12345678901234567890}}',
        '{template: "x", params: {x: -0.0}}', '{template: "x", params: {x: 1e+22}}', '{template: "x", params: {x: {2: a, 1: b}}}',
        '{template: "x", params: {x: {2: a, b: c}}}', '{template: "x", params: {x: {true: [null, false]}}}',
        '{template: "x", params: {x: {n: 1.0e-7, i: .inf}}}', r'{template: "x", params: {x: ["\u007f\u0001\t\"", "\U0001F600"]}}',
    )),
    *_with('str_replace_strict', (
        '{template: "a b", params: {a: 1, b: 2}}', '{template: "a", params: {a: 1, b: 2}}', '{template: "a", params: {a: ""}}',
        '{template: "abc", params: {abc: 1, a: 2}}', '{template: "a", params: {}}', '{template: "a", params: {a: null, zz: 1, z: 2}}',
    )),
    *_with('str_replace_vstrict', (
        '{template: "a b", params: {a: 1, b: 2}}', '{template: "a", params: {a: ""}}', '{template: "a", params: {a: null}}',
        '{template: "a", params: {a: []}}', '{template: "a", params: {a: {}}}', '{template: "a", params: {a: false}}',
        '{template: "a", params: {a: 0}}', '{template: "a", params: {b: 1}}',
    )),
    *_with('str_split', (
        '[",", "a,b,c"]', '[",", "a,b,c", 1]', '[",", "a,b,c", "2"]', '[",", "a,b,c", -1]', '[",", "a,b,c", 3]', '[",", "a,b,c", x]',
        '[",", "a,b,c", 1.9]', '[",", "a,b,c", true]', '[",", "a,b,c", null]', '[",", "a,b,c", [1]]', '[",", ""]', '[",", null]', '["", "abc"]', '[null, " a  b "]',
        '[",", 5]', '[5, "a"]', '[","]', '[]', 'null', '"a,b"', '{a: b}', '[",", {get_param: text}]', '{get_param: list}', '{get_param: table}',
        '{get_param: text}', '[",", [a]]', '[", ", "a, b"]', '[",", "a,b", 0, 1]', '[":", {get_attr: [srv, first_address]}, 1]',
    )),
    *_with('digest', (
        '[md5, abc]', '[SHA256, abc]', '[sha512, ""]', '[sha1, "é"]', '[sha1, "€"]', '[nope, x]', '[md5]', '[md5, 1]', 'abc', '[md5, a, b]',
        '{get_param: list}', '[sha3_256, x]', '[shake_128, x]', '[blake2b, x]', '[sha512_256, x]', 'null',
    )),
    *_with('repeat', (
        '{template: "%v%", for_each: {"%v%": [a, b]}}', '{template: {k-%v%: ["%v%", 1, null]}, for_each: {"%v%": [a, b]}}',
        '{template: "%a%-%b%", for_each: {"%a%": [1x, 2x], "%b%": [x, y]}}', '{template: "%a%-%b%", for_each: {"%b%": [x, y], "%a%": [1x, 2x]}}',
        '{template: "%a%", for_each: {"%a%": [1]}}', '{template: 5, for_each: {"%a%": [1]}}', '{template: x, for_each: {"%a%": [{k: v}]}}',
        '{template: "%a%", for_each: {"%a%": {x: 1, y: 2}}}', '{template: "%a%", for_each: {"%a%": abc}}', '{template: "%a%", for_each: {"%a%": null}}',
        '{template: "%a%", for_each: {"%a%": []}}', '{template: "%a%", for_each: {}}', '{template: "%a%", for_each: []}', '{template: "%a%", for_each: null}',
        '{template: "%a%"}', '{for_each: {"%a%": [x]}}', '[x]', 'null', '{template: "%a%", for_each: {"%a%": {get_param: list}}}',
        '{template: {get_param: table}, for_each: {a: [x]}}', '{template: "%a%%b%", for_each: {"%a%": ["%b%"], "%b%": [y]}}',
        '{template: "%a%", for_each: {get_param: table}}', '{template: "ab", for_each: {"": [x]}}', '{template: "a1", for_each: {1: [x]}}',
        '{template: {"%a%": 1, x: 2}, for_each: {"%a%": [x]}}', '{template: "%a%-%b%", for_each: {"%a%": [p, q], "%b%": [x, y]}, permutations: false}',
        '{template: "%a%-%b%", for_each: {"%a%": [p, q], "%b%": [x]}, permutations: false}', '{template: "%a%", for_each: {"%a%": [p]}, permutations: no}',
        '{template: "%a%", for_each: {"%a%": [p]}, permutations: "false"}', '{template: "%a%", for_each: {"%a%": [p]}, permutations: null}',
        '{template: "%a%", for_each: {"%a%": {p: 1}}, permutations: false}', '{template: "%a%-%b%", for_each: {"%a%": [p], "%b%": null}, permutations: false}',
        '{template: {get_resource: a}, for_each: {a: [zz]}}', '{template: "%a%", for_each: {"%a%": [x]}, other: y}', '{template: "$&%a%", for_each: {"%a%": ["$1"]}}',
    )),
    *_with('map_merge', (
        '[{a: 1}, {b: 2}]', '[{a: 1, b: 2}, {a: 3}]', '[]', '[{a: 1}, null]', '[{a: 1}, [b]]', 'null', '""', 'abc', '{a: 1}', '{a: 1, b: 2}', '[{get_param: table}, {z: 1}]',
        '{get_param: list}', '{get_param: table}', '[{1: a}, {true: b}]', '[{1: a}, {1.0: b}]', '5',
    )),
    *_with('map_replace', (
        '[{a: 1, b: 2}, {keys: {a: x}}]', '[{a: p, b: q}, {values: {p: P}}]', '[{a: p}, {keys: {a: z}, values: {p: 5}}]', '[{a: 1, b: 2}, {keys: {a: b}}]',
        '[{a: 1, b: 2}, {keys: {a: x, b: x}}]', '[{a: 1}, {keys: {a: a}}]', '[{a: 1}, {keys: {a: null}}]', '[{a: 1}, {values: {1: one}}]', '[{a: true}, {values: {1: one}}]',
        '[{a: [1]}, {values: {1: one}}]', '[{a: 1}, {other: {}}]', '[{a: 1}, {}]', '[{a: 1}, null]', '[null, {keys: {}}]', '[{a: 1}]', '[]', '[{a: 1}, {}, {}]',
        '[a, {}]', 'null', 'abc', '{a: b}', '{a: b, c: d}', '[{a: 1}, {keys: [a]}]', '[{a: 1}, {keys: null}]', '[{a: 1}, {keys: {a: [b]}}]', '[{1: x}, {keys: {true: y}}]', '[{a: p}, {values: {p: null}}]',
        '{get_param: table}', '[{get_param: table}, {keys: {a: A}}]', '[{a: 1}, {keys: {a: 2}}]',
    )),
    *_with('if', (
        '[known, yes, no]', '[never, yes, no]', '[true, a, b]', '[no, a, b]', '[nothing, a, b]', '[null, a, b]', '[1, a, b]', '[known, a]', '[never, a]', '[known]', '[]', 'known', 'null',
        '{a: b}', '[known, {get_resource: a}, {nonsense: [1]}]', '[never, {list_join: x}, ok]', '[known, {list_join: x}, ok]', '[{not: known}, a, b]', '[{and: [known, true]}, {get_param: count}, b]',
        '[{equals: [{get_param: count}, 3]}, a, b]', '[{get_param: flag}, a, b]', '[{get_param: text}, a, b]', '[{list_join: ["", [a]]}, a, b]', '[never, a, b, c]',
        '[known, [{if: [never, x]}, y], b]', '[known, {p: {if: [never, x]}, q: 1}, b]', '[known, {list_join: ["-", [{if: [never, x]}, y]]}, b]', '[known, {list_join: [{if: [never, x]}, [y]]}, b]',
    )),
    *_with('filter', (
        '[[a], [a, b]]', '[[], [a]]', '[[a], []]', '[null, [a]]', '[[a], null]', '[a, [a]]', '[[a], a]', '[[a]]', 'a', '[[1], [1, true, 1.0, "1"]]', '[[a], [a], x]', '{a: b}',
        '[[x], {get_param: list}]', '[[{a: 1}], [{a: 1}, {a: 2}]]', '[[null], [null, a]]', '[[a], ""]', '[[a], 0]', '[{a: 1}, [a]]',
    )),
    *_with('make_url', (
        '{scheme: http, host: example.org, port: 80, path: /a b}', '{scheme: https, username: "u:s", password: "p@w", host: "::1", port: "8080", path: x}', '{host: "[::1]"}', '{}',
        '{scheme: http, host: h, query: {a: 1, b: "x y/z&", c: null}, fragment: "f#"}', '{scheme: http, query: {}}', '{path: /p, fragment: f}', '{scheme: "http:", host: h}', '{port: 0}', '{port: 70000}',
        '{port: x}', '{port: null}', '{port: 1.5, host: h}', '{port: true, host: h}', '{host: 5}', '{query: [a]}', '{query: {a: b}, fragment: 5}', '{other: 1, host: h}', '[a]', 'abc', 'null', '{password: p, host: h}',
        '{username: u, host: h}', '{scheme: file, path: /x}', '{scheme: mailto, path: a@b}', '{scheme: ftp}', '{scheme: http, host: {get_attr: [srv, first_address]}, port: {get_param: count}}', '{host: "é", path: "/ü"}', '{scheme: null}',
    )),
    *_with('list_concat', (
        '[[a], [b, c]]', '[[a], null, [a]]', '[]', '[[a], b]', '[[a], {b: c}]', 'null', 'abc', '{a: b}', '[{get_param: list}, [z]]', '{get_param: list}', '[[1], [true, 1.0]]',
    )),
    *_with('list_concat_unique', ('[[a, a], [b, a]]', '[[1], [true, 1.0, "1"]]', '[[{a: 1}], [{a: 1}]]', '[[[1]], [[1.0]]]', '[]', '[a]')),
    *_with('contains', ('[a, [a, b]]', '[a, b]', '[a, abc]', '[1, [true]]', '[1, abc]', '[a, {a: b}]', '[a]', 'null', '[]', '[x, {get_param: list}]', '[{a: 1}, [{a: 1.0}]]', '["", ""]', '[null, [null]]', '[a, 5]')),
    # CloudFormation
    *_with('Ref', ('text', 'count', 'ratio', 'flag', 'list', 'none', 'table', 'missing', 'a', 'srv', 'nothing', '"AWS::StackName"', '"AWS::StackId"', '"AWS::Region"', '"AWS::AccountId"', 'null', '[a]', '5', '{Ref: text}', '"OS::stack_name"')),
    *_with('Fn::GetAtt', ('[srv, first_address]', '[srv, networks]', '[srv]', '[srv, networks, x]', 'ab', 'srv.first_address', 'null', '[nothing, x]', '[srv, {Ref: text}]', '[{Ref: text}, x]', '[grp, refs]', '{srv: 1, b: 2}', '5', '[srv, "Outputs.x"]')),
    *_with('Fn::Join', (*_JOIN_LISTS, '["-", {Ref: list}]', '["-", [{Ref: count}]]', '["", [{Ref: a}, {"Fn::GetAtt": [srv, x]}]]', '["-", {Ref: missing}]')),
    *_with('Fn::Split', ('[",", "a,b"]', '[",", ""]', '[",", {Ref: text}]', '[{Ref: text}, "a"]', '["", "abc"]', '[",", null]', '[",", 5]', '[",", [a]]', '[5, "a"]', '[","]', 'abc', 'null', '{a: b}', '[",", a, b]', '{Ref: list}')),
    *_with('Fn::Replace', ('[{$x: 1}, "a $x"]', '[{$x: [1]}, "a $x"]', '[{x: null}, "x"]', '[{x: true, y: 1.0}, "x y"]', '[[x], "x"]', '[{x: y}]', 'abc', '{x: y}', 'null', '[{Ref: table}, "a"]', '[{x: y}, 5]', '[{x: y}, {Ref: text}]', '[{}, "x"]', '[{some: {Ref: a}}, {Ref: text}]')),
    *_with('Fn::Base64', ('abc', '5', 'null', '[a]', '{Ref: text}', '{Ref: count}', '""', '{a: b}', '{Ref: a}')),
    *_with('Fn::GetAZs', ('""', '{Ref: "AWS::Region"}', 'null', '[x]')),
    *_with('Fn::Select', (
        '[0, [a, b]]', '["1", [a, b]]', '[-1, [a, b]]', '[2, [a, b]]', '[-3, [a, b]]', '[1.7, [a, b]]', '["1.0", [a, b]]', '[true, [a, b]]', '[null, [a, b]]', '[x, [a, b]]', '[a, {a: 1, b: 2}]', '[c, {a: 1}]', '[0, {"0": z}]',
        '["0", {"0": z}]', '[0, ""]', '[0, null]', '[0, 5]', '[0, abc]', '[0, "[1, 2.5, null]"]', '[2, "[1, 2.5, null]"]', '[1, "[1, 2.5, null]"]', '[k, "{\\"k\\": [true]}"]', '[z, "{\\"k\\": 1}"]', '[0, "5"]', '[0, "\\"text\\""]', '[0, "null"]', '[0, "[1,]"]', '[0, "{}x"]',
        '[k, {Ref: object}]', '[n, {Ref: object}]', '["2", {Ref: array}]', '[0, {Ref: text}]', '[1, {Ref: list}]', '[0, {Ref: none}]', '[a, {Ref: table}]', '[0, {Ref: count}]', '[0]', 'null', 'ab', '{a: b}', '[{Ref: count}, [a, b, c, d]]', '[[0], [a]]', '[0, {"Fn::GetAtt": [srv, x]}]', '[key, {"Fn::GetAtt": [srv, networks]}]', '[.inf, [a]]', '[.nan, [a]]', '["1_0", [a]]', '[" 0 ", [a]]',
    )),
    *_with('Fn::FindInMap', ('[M, k, v]', '[M, k, n]', '[M, k, l]', '[M, k, m]', '[M, k, nothing]', '[M, nothing, v]', '[nothing, k, v]', '[M, k]', '[M, k, v, x]', '[M, "3", three]', '[M, 3, three]', '[M, 5, five]', '[M, "5", five]', '[M, {Ref: count}, three]', '[M, {Ref: text}, v]', '[E, k, v]', 'Mkv', 'null', '[M, [k], v]', '[[M], k, v]', '[M, k, {Ref: missing}]')),
    *_with('Fn::MemberListToMap', (
        '[Name, Value, [".member.0.Name=k", ".member.0.Value=v"]]', '[Name, Value, [".member.1.Name=k", ".member.1.Value=v", ".member.0.Name=k", ".member.0.Value=w"]]', '[Name, Value, [".member.0.Name=k"]]', '[Name, Value, ["member.0.Name=k", ".member.0.Value=v"]]',
        '[Name, Value, [".member.0.Name"]]', '[Name, Value, [".member.0.Name=a=b", ".member.0.Value=v"]]', '[Name, Value, []]', '[Name, Value, [5]]', '[Name, Value, null]', '[Name, Value, 5]', '[Name, Value]', 'abc', '[1, Value, []]', '[Name, null, []]', '[Name, Value, {Ref: list}]', '[Name, Value, ""]', '[Name, Value, "="]', '[Name, Value, {"a=b": 1}]', '[Name, Value, [".member.10.Name=k", ".member.10.Value=v", ".member.9.Name=k", ".member.9.Value=w"]]',
    )),
    *_with('Fn::ResourceFacade', ('Metadata', 'DeletionPolicy', 'UpdatePolicy', 'metadata', 'null', '[Metadata]')),
    *_with('Fn::If', ('[known, a, b]', '[never, a, b]', '[known, a]', '[nothing, a, b]', '[{"Fn::Not": [known]}, a, b]', '[{"Fn::Equals": [{Ref: count}, 3]}, a, b]', '[true, a, b]', '[known, {"Fn::Join": x}, b]', '[never, {"Fn::Join": x}, b]', 'known', '[{"Fn::Join": ["", [known]]}, a, b]', '[{Condition: known}, a, b]')),
]

CONDITIONS = [
    *_with('equals', ('[1, 1]', '[1, 1.0]', '[1, true]', '["1", 1]', '["true", true]', '[null, null]', '[[1], [1.0]]', '[{a: 1}, {a: true}]', '[{a: 1, b: 2}, {b: 2, a: 1}]', '[1]', '[]', 'a', 'null', '[{get_param: count}, 3]', '[{get_param: count}, "3"]', '[{get_param: flag}, true]', '[{get_param: text}, some text]', '[{get_param: [table, a, b, 0]}, 10]',
                      '[{get_param: missing}, a]', '[{get_resource: a}, a]', '[{list_join: ["", [a]]}, a]', '[{nonsense: 1}, {nonsense: 1}]', '[{equals: [1, 1]}, true]', '["", {get_param: empty}]', '[[], {get_param: none}]', '[a, b, c]', '[0, false]', '[0.1, 0.1]', '[12345678901234567890, 12345678901234567890.0]', '[.nan, .nan]', '[{contains: [a, [a]]}, true]')),
    *_with('not', ('known', '{equals: [1, 1]}', 'true', 'null', '[known]', 'nothing', '{get_param: flag}', '{get_param: text}', '5', '{nonsense: 1}', '{a: 1, b: 2}')),
    *_with('and', ('[known, known]', '[known, false]', '[false, nothing]', '[known, nothing]', '[known]', '[]', 'known', 'null', '[known, {equals: [1, 2]}]', '[true, null]', '[known, {get_param: flag}]', '[known, c]', '[known, 1]', '{get_param: list}', '[known, [known]]')),
    *_with('or', ('[known, nothing]', '[false, known]', '[false, false]', '[{equals: [1, 2]}, {not: known}]', '[known]', '[false, nothing]', '[null, false]')),
    *_with('get_param', ('flag', 'text', 'missing', '[table, a]', 'count', 'nothing')),
    *_with('contains', ('[a, [a]]', '[{get_param: text}, {get_param: list}]', '[x, {get_param: list}]', 'a')),
    *_with('Fn::Equals', ('[1, 1]', '[1, "1"]', '[{Ref: count}, 3]', '[{Ref: count}, "3"]', '[{Ref: text}, some text]', '[{Ref: "AWS::Region"}, ap-southeast-1]', '[{"Fn::FindInMap": [M, k, v]}, found]', '[{Ref: a}, a]', '[{"Fn::Join": ["", [a]]}, a]', '[1]', 'a', '[{Condition: known}, true]', '[{"Fn::GetAtt": [srv, x]}, 1]')),
    *_with('Fn::Not', ('[known]', '[true]', 'known', '[]', '[known, known]', 'null', '[{"Fn::Equals": [1, 1]}]', '[nothing]', '[{Condition: known}]')),
    *_with('Fn::And', ('[known, known]', '[known, {"Fn::Not": [known]}]', '[known]', '[known, nothing]', '[c, known]')),
    *_with('Fn::Or', ('[known, nothing]', '[false, known]', '[{"Fn::Equals": [1, 2]}, false]')),
    *_with('Ref', ('flag', 'text', 'a', 'nothing')),
    *_with('Fn::FindInMap', ('[M, k, m]', '[M, k, v]', '[M, k, nothing]')),
]
