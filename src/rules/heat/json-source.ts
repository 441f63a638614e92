/** Templates in braces, which clients and Heat read in different ways. */

import { isJson } from '../../text/document/document.ts'
import { readJson } from '../../text/document/json/json-reader.ts'
import { stretchAt } from '../locations.ts'
import { rule } from '../rule.ts'

export const jsonSource = rule({
  codes: {
    'json-comment': {
      title: 'A comment in JSON',
      severity: 'error',
      behaves: ['of the source'],
      help: 'Remove the comment, or write the template as YAML.',
      why: 'JSON has no comments. hotshift reads them when it converts a template; Heat rejects the file.',
      example: {
        command: 'check server.json',
        before: `{
  // a web server
  "heat_template_version": "2018-08-31",
  "resources": {"note": {"type": "OS::Heat::None"}}
}
`,
        after: `{
  "heat_template_version": "2018-08-31",
  "resources": {"note": {"type": "OS::Heat::None"}}
}
`,
      },
    },
    'client-json': {
      title: 'A template in braces that is not JSON',
      severity: 'warning',
      behaves: ['of the source', 'accepted by Heat'],
      help: 'Write valid JSON, or YAML that does not begin with a brace. As a nested template it works.',
      why: 'A client of Heat reads a file that begins with a brace as JSON, and nothing else: with a trailing comma, a comment, or keys without quotes no stack can be created from it. Heat itself reads such a file as YAML, so that it can serve as a nested template.',
      example: {
        command: 'check server.json',
        at: 'server.json:1',
        before: `{
  "heat_template_version": "2018-08-31",
  "resources": {"a": {"type": "OS::Heat::None"}},
}
`,
        after: `{
  "heat_template_version": "2018-08-31",
  "resources": {"a": {"type": "OS::Heat::None"}}
}
`,
      },
    },
  },
  source: 'heatclient/common/template_format.py: parse',
  asks: 'template',
  stage: 'structure',
  find({ file }, report) {
    if (file === undefined) return
    const { document, syntax } = file
    const { text } = document
    // Other readers of JSON, hotshift among them, pass over comments; Heat reads a source in braces with YAML's as YAML.
    const comment = document.comments.find(({ start }) => syntax === 'json' && text[start] === '/')
    if (comment !== undefined) {
      const at = stretchAt(comment.text, comment.start, comment.end)
      report('json-comment', at, 'Heat does not read JSON with comments')
      return
    }
    if (!/^\s*\{/.test(text) || isJson(text)) return
    const { strict, problems, comments } = readJson(text)
    if (strict) return
    const { start, end } = problems[0] ?? comments[0] ?? { start: text.indexOf('{'), end: undefined }
    const message = 'the template begins with "{" but is not JSON, so clients reject it'
    report('client-json', stretchAt('', start, end ?? start + 1), message)
  },
})
