"""What a part of a template takes from outside: parameters, attributes and files, with the steps into them.

The kind that a function asks of its argument is noted, so that values can be made that it accepts, and
so are literals, delimiters and placeholders, because values that hold them tell functions apart.
"""

import re

LISTS = ('list_concat', 'list_concat_unique')
JOINS = ('list_join', 'Fn::Join')
SPLITS = ('str_split', 'Fn::Split')
REPLACES = ('str_replace', 'str_replace_strict', 'str_replace_vstrict', 'Fn::Replace')
IFS = ('if', 'Fn::If')
EQUALS = ('equals', 'Fn::Equals')
CONDITION_FUNCTIONS = ('and', 'or', 'not', 'Fn::And', 'Fn::Or', 'Fn::Not')
_LONGEST_LITERAL = 80


class Use:
    """One place in an input: the steps that are taken from there, and what the value is asked to be."""

    def __init__(self):
        self.steps = {}
        self.kinds = set()
        # Names of parameters that choose a step, and the use of what they choose.
        self.chosen_by = []
        self.chosen = None

    def below(self, step):
        return self.steps.setdefault(step, Use())


class Uses:
    """All that some snippets use; `parameters` are the names that are declared, `mappings` the mappings.

    `conditions` are the definitions of each condition by its name.
    """

    def __init__(self, parameters, mappings, conditions):
        self._parameters = parameters
        self._mappings = mappings
        self._conditions = conditions
        self.inputs = {}
        self.literals, self.delimiters, self.placeholders = [], [], []
        self.equals = []
        self.names = set()
        self._seen = set()

    def add(self, snippet, kind=None):
        """Note what `snippet` uses, where its value has to be of `kind` (list, map, string or None)."""
        if isinstance(snippet, dict):
            if len(snippet) == 1:
                function, arguments = next(iter(snippet.items()))
                if self._function(function, arguments, kind):
                    return
            for value in snippet.values():
                self.add(value)
        elif isinstance(snippet, list):
            for item in snippet:
                self.add(item)
        else:
            self._literal(snippet)

    def condition(self, name):
        """Note a condition by its name or definition, and all conditions that it refers to."""
        if isinstance(name, str):
            if name in self._conditions and name not in self._seen:
                self._seen.add(name)
                self.names.add(('condition', name))
                for definition in self._conditions[name]:
                    self.condition(definition)
        elif isinstance(name, dict) and len(name) == 1:
            function, arguments = next(iter(name.items()))
            if function in CONDITION_FUNCTIONS or function == 'Condition':
                for one in arguments if isinstance(arguments, list) else [arguments]:
                    self.condition(one)
            elif function in EQUALS and isinstance(arguments, list) and len(arguments) == 2:
                self.equals.append(arguments)
                self.add(arguments)
            else:
                self.add(name)

    def _literal(self, value):
        if isinstance(value, bool) or value is None:
            return
        if isinstance(value, (int, float)) or (isinstance(value, str) and len(value) <= _LONGEST_LITERAL):
            if value not in self.literals:
                self.literals.append(value)

    def _function(self, function, arguments, kind):
        """Note the arguments of a function; False if this is none that is known."""
        taken = self._reference(function, arguments)
        if taken:
            self._take(taken[0], taken[1]).kinds.add(kind)
            return True
        items = arguments if isinstance(arguments, list) else None
        if function in IFS and items:
            self.condition(items[0])
            for branch in items[1:]:
                self.add(branch, kind)
        elif function in JOINS and items:
            self._note(self.delimiters, items[0])
            self.add(items[0])
            for one in items[1:]:
                self.add(one, None if isinstance(one, list) else 'list')
        elif function in LISTS and items:
            for one in items:
                self.add(one, 'list')
        elif function == 'map_merge' and items:
            for one in items:
                self.add(one, 'map')
        elif function == 'map_replace' and items:
            self.add(items[0], 'map')
            self.add(items[1:])
            self.literals += [key for table in items[1:] if isinstance(table, dict)
                              for part in table.values() if isinstance(part, dict) for key in part]
        elif function == 'filter' and items:
            for one in items:
                self.add(one, 'list')
        elif function == 'contains' and items and len(items) == 2:
            self.add(items[0], 'string')
            self.add(items[1], 'list')
        elif function in SPLITS and items:
            self._note(self.delimiters, items[0])
            self.add(items[0])
            for one in items[1:]:
                self.add(one, 'string')
        elif function in REPLACES:
            self._replace(function, arguments)
        elif function == 'repeat' and isinstance(arguments, dict):
            self._repeat(arguments)
        elif function == 'Fn::Select' and items and len(items) == 2:
            self._select(*items)
        elif function == 'Fn::FindInMap' and items and len(items) == 3:
            self._find_in_map(items)
        elif function == 'yaql' and isinstance(arguments, dict):
            for quoted, word in re.findall(r"""['"]((?:\\.|[^'"\\])*)['"]|([A-Za-z_]\w*)""", str(arguments.get('expression'))):
                self._literal(quoted.replace('\\', '') or word)
            self.add(arguments.get('data'))
        elif function in EQUALS or function in CONDITION_FUNCTIONS or function == 'Condition':
            self.condition({function: arguments})
        else:
            return False
        return True

    @staticmethod
    def _note(where, value):
        if isinstance(value, str) and value not in where:
            where.append(value)

    def _replace(self, function, arguments):
        table, template = None, None
        if isinstance(arguments, dict):
            table, template = arguments.get('params'), arguments.get('template')
        elif isinstance(arguments, list) and len(arguments) == 2:
            table, template = arguments
        for key in table if isinstance(table, dict) else ():
            self._note(self.placeholders, key)
        for value in table.values() if isinstance(table, dict) else (table,):
            self.add(value, 'string' if isinstance(table, dict) else 'map')
        self.add(template, 'template')

    def _repeat(self, arguments):
        rounds = arguments.get('for_each')
        for key, value in rounds.items() if isinstance(rounds, dict) else ():
            self._note(self.placeholders, key)
            self.add(value, 'list')
        self.add({key: value for key, value in arguments.items() if key != 'for_each'} | {'': None})

    def _select(self, index, container):
        taken = None
        if isinstance(container, dict) and len(container) == 1:
            taken = self._reference(*next(iter(container.items())))
        if taken:
            self._take(taken[0], [*taken[1], index])
            self.add(index)
        else:
            self.add([index])
            self.add(container, 'list' if str(index).isdecimal() else 'map')

    def _find_in_map(self, items):
        name = items[0] if isinstance(items[0], str) else None
        self.names.add(('mapping', name))
        table = self._mappings.get(name)
        for row, entries in table.items() if isinstance(table, dict) else ():
            self._literal(row)
            for key in entries if isinstance(entries, dict) else ():
                self._literal(key)
        for step in items:
            self.add(step, 'key')

    def _reference(self, function, arguments):
        """(input, steps) of a reference to a parameter, an attribute or a file, or None."""
        path = arguments if isinstance(arguments, list) else [arguments]
        if function in ('get_param', 'Ref') and path and isinstance(path[0], str) and path[0] in self._parameters:
            return ('parameter', path[0]), path[1:]
        if function in ('get_attr', 'Fn::GetAtt') and len(path) >= 2 and all(isinstance(one, str) for one in path[:2]):
            return ('attribute', path[0], path[1]), path[2:]
        if function == 'get_file' and isinstance(arguments, str):
            return ('file', arguments), []
        return None

    def _take(self, key, steps):
        self.names.add(key[:2])
        use = self.inputs.setdefault(key, Use())
        for step in steps:
            if isinstance(step, (str, int)) and not isinstance(step, bool):
                use = use.below(step)
                self._literal(step)
                continue
            self.add(step, 'key')
            chooser = self._reference(*next(iter(step.items()))) if isinstance(step, dict) and len(step) == 1 else None
            if chooser and chooser[0][0] == 'parameter' and not chooser[1]:
                use.chosen_by.append(chooser[0][1])
            use.chosen = use.chosen or Use()
            use = use.chosen
        return use
