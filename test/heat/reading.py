"""Read template files the way Heat does: text to data, and the files that a template names.

Heat reads a template as JSON first and as YAML 1.1 second (heat.common.template_format).  JSON with
comments is neither; it is read here after its comments are blanked, so that a conversion of such a
file can still be compared, and the result says so.
"""

import json
import pathlib

from heat.common import template_format

import aws_reading


class Unreadable(Exception):
    """The text is no template: not UTF-8, not JSON, not YAML, or no version key."""


class TemplateFile:
    """One file: `path`, `text`, its `data` (a dict) and how it was read.

    `read_as` is 'heat' (Heat's own loader took it), 'json with comments' or 'aws'.
    """

    def __init__(self, path):
        self.path = pathlib.Path(path)
        try:
            self.text = self.path.read_bytes().decode('utf-8')
        except (OSError, UnicodeDecodeError) as error:
            raise Unreadable('%s: %s' % (type(error).__name__, error)) from error
        self.data, self.read_as = parse(self.text)


    def read_as_aws(self):
        """Replace `data` by what an original that only AWS accepts means; may raise anything."""
        try:
            plain = json.loads(blank_comments(self.text))
        except ValueError:
            plain = None
        self.data, self.read_as = aws_reading.read(self.text, plain), 'aws'


def as_aws(path):
    """A file that Heat's loader refuses, read as AWS does; raises Unreadable."""
    file = TemplateFile.__new__(TemplateFile)
    file.path = pathlib.Path(path)
    try:
        file.text = file.path.read_bytes().decode('utf-8')
        file.read_as_aws()
    except Exception as error:
        raise Unreadable('%s: %s' % (type(error).__name__, error)) from error
    return file


def parse(text):
    """Template text to (data, how it was read); raises Unreadable."""
    try:
        return as_sent(template_format.parse(text)), 'heat'
    except Exception as error:
        try:
            return as_sent(template_format.parse(json.dumps(json.loads(blank_comments(text))))), 'json with comments'
        except Exception:
            raise Unreadable('%s: %s' % (type(error).__name__, error)) from error


def as_sent(data):
    """Clients send templates as JSON, whose keys are strings (heatclient/common/http.py)."""
    return json.loads(json.dumps(data, default=str))


def plain_data(path):
    """Any YAML or JSON file as data, without asking for a version key (for --data-equal)."""
    text = pathlib.Path(path).read_bytes().decode('utf-8')
    try:
        return template_format.simple_parse(text)
    except Exception:
        return json.loads(blank_comments(text))


def blank_comments(text):
    """JSON with // and /* */ comments and trailing commas, as plain JSON of the same length."""
    out = list(text.lstrip('\ufeff'))
    at = 0
    comma = None
    while at < len(out):
        char = out[at]
        pair = ''.join(out[at:at + 2])
        if char == '"':
            at = _end_of_string(out, at)
            comma = None
            continue
        if pair in ('//', '/*'):
            end = _end_of_comment(out, at, pair)
            out[at:end] = [' '] * (end - at)
            at = end
            continue
        if char == ',':
            comma = at
        elif char in ']}' and comma is not None:
            out[comma] = ' '
            comma = None
        elif not char.isspace():
            comma = None
        at += 1
    return ''.join(out)


def _end_of_string(chars, start):
    at = start + 1
    while at < len(chars) and chars[at] != '"':
        at += 2 if chars[at] == '\\' else 1
    return at + 1


def _end_of_comment(chars, start, opening):
    at = start + 2
    if opening == '//':
        while at < len(chars) and chars[at] != '\n':
            at += 1
        return at
    while at < len(chars) and chars[at - 1:at + 1] != ['*', '/']:
        at += 1
    return min(at + 1, len(chars))


class Renames:
    """Which file became which, over all pairs of a run, so that references may follow."""

    def __init__(self, pairs):
        self._before_of = {}
        for before, after in pairs:
            before, after = pathlib.PurePath(before), pathlib.PurePath(after)
            if before.name != after.name:
                self._before_of.setdefault(after.name, set()).add(before.name)

    def same_file(self, before, after):
        """Whether the text `after` is the reference `before` under its new name."""
        if not (isinstance(before, str) and isinstance(after, str)):
            return False
        head, slash, name = after.rpartition('/')
        return any(head + slash + old == before for old in self._before_of.get(name, ()))

    def is_template(self, reference):
        """Whether `reference` names a file that this run rewrites (its old or its new name)."""
        name = reference.rpartition('/')[2]
        return name in self._before_of or any(name in olds for olds in self._before_of.values())

    def original(self, reference):
        """The old name of `reference`, or `reference` itself."""
        head, slash, name = reference.rpartition('/')
        olds = self._before_of.get(name)
        return head + slash + min(olds) if olds else reference


def files_named_by(data, folders, renames):
    """Contents for every literal `get_file` in `data`: {argument: text}.

    A file that is not there, and one that the run rewrites, is stood for by its name.
    """
    files = {}
    for name in _arguments_of('get_file', data):
        if not isinstance(name, str):
            continue
        files[name] = '<<file:%s>>' % renames.original(name)
        if renames.is_template(name):
            continue
        for folder in folders:
            try:
                files[name] = (pathlib.Path(folder) / name).read_bytes().decode('utf-8')
                break
            except (OSError, ValueError):
                continue
    return files


def _arguments_of(function, data):
    if isinstance(data, dict):
        if len(data) == 1 and function in data:
            yield data[function]
        for value in data.values():
            yield from _arguments_of(function, value)
    elif isinstance(data, list):
        for item in data:
            yield from _arguments_of(function, item)
