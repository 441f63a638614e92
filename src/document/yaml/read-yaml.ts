/**
 * From tokens to the node tree, by the block structure rules of YAML 1.1 as LibYAML applies
 * them: a collection begins at the column of its first key or dash and ends at the first
 * token further left.
 */
import type { Comment } from '../comment.ts'
import type { Alias, Entry, Mapping, Node, Scalar, ScalarStyle, Sequence } from '../node.ts'
import { UnreadableText } from '../problem.ts'
import { resolvePlain, resolveTagged } from '../scalar-value.ts'
import { blockBody, blockContent, blockHeader, doubleQuotedContent, plainContent, singleQuotedContent } from './scalar-content.ts'
import { Token, type TokenList, type TokenType, tokenize } from './tokens.ts'

/** Deeper nesting than any template has; Heat's own recursion ends not far beyond. */
export const maxDepth = 256
/** LibYAML, "simple key" limit. */
const maxKeyLength = 1024

export interface YamlReading {
  readonly root: Node | undefined
  readonly comments: readonly Comment[]
  readonly anchors: ReadonlyMap<string, Node>
}

interface Props {
  readonly start: number
  readonly anchor: string | undefined
  readonly tag: string | undefined
}

/**
 * Reads one YAML document.
 * @throws UnreadableText at the first place that Heat's loader would refuse too
 */
export function readYaml(text: string): YamlReading {
  return new YamlReader(text).read()
}

class YamlReader {
  private readonly text: string
  private readonly tokens: TokenList
  private readonly comments: Comment[] = []
  private readonly anchors = new Map<string, Node>()
  private readonly openAnchors = new Set<string>()
  private index = 0
  private depth = 0
  /** LibYAML's `simple_key_allowed`: a new block collection could begin here, and tabs may not stand here. */
  private keyAllowed = true

  constructor(text: string) {
    this.text = text
    this.tokens = tokenize(text)
  }

  read(): YamlReading {
    this.documentPrefix()
    const root = this.onContentLine() && this.type() !== Token.end ? this.blockNode(-1, -1) : undefined
    this.skip()
    if (this.type() === Token.documentEnd && root !== undefined) {
      this.index += 1
      this.skip()
    }
    if (this.type() !== Token.end) this.refuseTail()
    return { root, comments: this.comments, anchors: this.anchors }
  }

  private documentPrefix(): void {
    this.skip()
    while (this.type() === Token.directive) {
      const directive = this.text.slice(this.start(), this.end())
      if (!/^%(YAML +1\.[12]|TAG )/.test(directive)) {
        this.fail('yaml-directive', `Heat's loader does not know the directive "${directive}"`)
      }
      this.index += 1
      this.skip()
    }
    if (this.type() === Token.documentStart) {
      this.index += 1
      this.skip()
    }
  }

  private refuseTail(): never {
    const type = this.type()
    if (type === Token.documentStart || type === Token.documentEnd) {
      this.fail('yaml-several-documents', 'a second YAML document begins here; Heat reads one per file')
    }
    return this.fail('yaml-syntax', `${this.found()} does not fit here; is the indentation right?`)
  }

  // --- tokens

  private type(): TokenType {
    return this.tokens.types[this.index] as TokenType
  }

  private start(): number {
    return this.tokens.starts[this.index] as number
  }

  private end(): number {
    return this.tokens.ends[this.index] as number
  }

  private column(): number {
    return this.start() - (this.tokens.lineStarts[this.index] as number)
  }

  private line(): number {
    return this.tokens.lineStarts[this.index] as number
  }

  private found(): string {
    if (this.type() === Token.end) return 'the end of the file'
    const text = this.text.slice(this.start(), Math.min(this.end(), this.start() + 30)).split('\n')[0] ?? ''
    return `"${text}"`
  }

  private fail(code: string, message: string): never {
    throw new UnreadableText(code, message, this.start(), Math.max(this.end(), this.start() + 1))
  }

  /** Passes over blanks, line breaks and comments to the next token that counts. */
  private skip(inFlow = false): void {
    for (;;) {
      const type = this.type()
      if (type === Token.newline) {
        this.keyAllowed = true
      } else if (type === Token.space) {
        if (this.keyAllowed && !inFlow && this.text.slice(this.start(), this.end()).includes('\t')) this.refuseTab()
      } else if (type === Token.comment) {
        this.comment()
      } else if (type !== Token.documentMode && type !== Token.byteOrderMark) return
      this.index += 1
    }
  }

  private refuseTab(): void {
    this.fail('yaml-tab', 'a tab stands where only blanks may indent')
  }

  private comment(): void {
    const start = this.start()
    const before = this.text.slice(this.line(), start)
    const text = this.text.slice(start + 1, this.end())
    this.comments.push({
      start,
      end: this.end(),
      text: text.startsWith(' ') ? text.slice(1) : text,
      ownLine: before.trim() === '',
    })
  }

  private descend<T>(build: () => T): T {
    this.depth += 1
    if (this.depth > maxDepth) this.fail('nesting-too-deep', `more than ${maxDepth} levels of nesting`)
    const result = build()
    this.depth -= 1
    return result
  }

  // --- nodes

  /** Anchor and tag in front of a node; `undefined` when there are none. */
  private props(inFlow: boolean): Props | undefined {
    let anchor: string | undefined
    let tag: string | undefined
    const start = this.start()
    for (;;) {
      const type = this.type()
      if (type === Token.anchor && anchor === undefined) {
        anchor = this.text.slice(this.start() + 1, this.end())
        if (!/^[0-9A-Za-z_-]+$/.test(anchor)) this.fail('yaml-anchor', `"${anchor}" is no anchor name that Heat can read`)
        if (this.anchors.has(anchor) || this.openAnchors.has(anchor)) {
          this.fail('yaml-anchor', `the anchor "${anchor}" is defined twice; Heat refuses that`)
        }
      } else if (type === Token.tag && tag === undefined) {
        tag = this.text.slice(this.start(), this.end())
      } else {
        return anchor === undefined && tag === undefined ? undefined : { start, anchor, tag }
      }
      this.keyAllowed = false
      this.index += 1
      if (inFlow) this.skip(true)
      else this.skipSpaces()
    }
  }

  private skipSpaces(): void {
    while (this.type() === Token.space) {
      if (this.keyAllowed && this.text.slice(this.start(), this.end()).includes('\t')) this.refuseTab()
      this.index += 1
    }
  }

  /** Registers the anchor once its node is complete: an alias inside its own anchor has no end. */
  private anchored<T extends Node>(props: Props | undefined, build: () => T): T {
    const anchor = props?.anchor
    if (anchor === undefined) return build()
    this.openAnchors.add(anchor)
    const node = build()
    this.openAnchors.delete(anchor)
    this.anchors.set(anchor, node)
    return node
  }

  /**
   * The node at the current token, where a block collection may begin.
   * @param parentColumn column of the enclosing collection
   * @param sequenceColumn smallest column at which a sequence may begin (a sequence may stand flush with its key)
   */
  private blockNode(parentColumn: number, sequenceColumn: number): Node {
    const column = this.column()
    const before = this.index
    const type = this.type()
    if (type === Token.dash) return this.blockSequence(column, undefined)
    if (type === Token.questionMark || type === Token.colon) return this.blockMapping(column, undefined)
    const props = this.props(false)
    if (props !== undefined) {
      const next = this.afterProps(props, parentColumn, sequenceColumn)
      if (next !== undefined) return next
    }
    if (this.type() === Token.blockHeader) return this.blockScalar(props, parentColumn)
    if (props?.anchor !== undefined || props?.tag !== undefined) {
      if (this.isKey()) {
        this.index = before
        return this.blockMapping(column, undefined)
      }
      return this.anchored(props, () => this.inlineNode(props, false))
    }
    if (this.isKey()) return this.blockMapping(column, undefined)
    return this.inlineNode(undefined, false)
  }

  /** A node whose anchor or tag stood alone on their line, or that has nothing but them. */
  private afterProps(props: Props, parentColumn: number, sequenceColumn: number): Node | undefined {
    if (!this.atLineEnd()) return undefined
    const propsEnd = this.tokens.ends[this.lastContent()] as number
    this.skip()
    if (this.type() !== Token.end && this.onContentLine()) {
      const column = this.column()
      if (this.type() === Token.dash && column >= sequenceColumn) {
        return this.anchored(props, () => this.blockSequence(column, props))
      }
      if (column > parentColumn) {
        if (this.type() === Token.blockHeader) return this.blockScalar(props, parentColumn)
        if (this.type() === Token.questionMark || this.isKeyAhead()) {
          return this.anchored(props, () => this.blockMapping(column, props))
        }
        if (this.type() !== Token.dash) return this.anchored(props, () => this.inlineNode(props, false))
      }
    }
    return this.anchored(props, () => this.emptyScalar(propsEnd, props))
  }

  private lastContent(): number {
    let index = this.index - 1
    while (this.tokens.types[index] === Token.space) index -= 1
    return index
  }

  private atLineEnd(): boolean {
    const type = this.type()
    return type === Token.newline || type === Token.comment || type === Token.end
  }

  private onContentLine(): boolean {
    const type = this.type()
    return type !== Token.documentEnd && type !== Token.documentStart
  }

  /** Whether the inline node at the current token is a key: a colon follows it on its line. */
  private isKeyAhead(): boolean {
    const from = this.index
    while (this.type() === Token.anchor || this.type() === Token.tag || this.type() === Token.space) this.index += 1
    const result = this.isKey()
    this.index = from
    return result
  }

  private isKey(): boolean {
    const { types, lineStarts } = this.tokens
    const line = this.line()
    let index = this.index
    const type = types[index]
    if (type === Token.mapStart || type === Token.seqStart) index = this.closing(index)
    else if (!isInlineScalar(type as TokenType)) return type === Token.colon
    index += 1
    while (types[index] === Token.space) index += 1
    return types[index] === Token.colon && lineStarts[index] === line
  }

  private closing(from: number): number {
    const { types } = this.tokens
    let open = 0
    for (let index = from; ; index += 1) {
      const type = types[index]
      if (type === Token.mapStart || type === Token.seqStart) open += 1
      else if (type === Token.mapEnd || type === Token.seqEnd) open -= 1
      if (open === 0 || type === Token.end || type === Token.newline) return index
    }
  }

  private blockMapping(column: number, props: Props | undefined): Mapping {
    return this.descend(() => {
      const start = this.start()
      const entries: Entry[] = []
      let end = start
      for (;;) {
        this.skip()
        if (this.type() === Token.end || !this.onContentLine() || this.column() < column) break
        if (this.type() === Token.dash) {
          if (this.column() === column) break
          this.fail('yaml-indentation', 'a list item does not fit here; it is indented unlike its neighbours')
        }
        if (this.column() !== column) {
          const message = `${this.found()} is indented unlike its neighbours`
          this.fail('yaml-indentation', message)
        }
        if (!this.keyAllowed && entries.length > 0) this.fail('yaml-syntax', `${this.found()} does not fit here`)
        const entry = this.blockEntry(column)
        entries.push(entry)
        end = (entry.value.range ?? entry.key.range)?.end ?? end
      }
      return finish({ kind: 'map', style: 'block', entries, range: { start, end }, propsStart: props?.start ?? start }, props)
    })
  }

  private blockEntry(column: number): Entry {
    if (this.type() === Token.questionMark) return this.explicitEntry(column)
    let key: Node
    if (this.type() === Token.colon) key = this.emptyScalar(this.start(), undefined)
    else {
      const keyLine = this.line()
      const props = this.props(false)
      const keyStart = this.start()
      key = this.asKey(this.anchored(props, () => this.inlineNode(props, false)))
      this.skipSpaces()
      if (this.type() !== Token.colon || this.line() !== keyLine || this.end() - keyStart > maxKeyLength) {
        const message = `could not find the ":" of a key after ${JSON.stringify(this.text.slice(keyStart, keyStart + 30))}`
        throw new UnreadableText('yaml-syntax', message, keyStart)
      }
    }
    return { key, value: this.valueAfterColon(column, false) }
  }

  private explicitEntry(column: number): Entry {
    this.index += 1
    this.keyAllowed = true
    const key = this.asKey(this.valueAfterIndicator(column, true))
    this.skip()
    if (this.type() === Token.colon && this.column() === column) {
      return { key, value: this.valueAfterColon(column, true) }
    }
    return { key, value: this.emptyScalar(key.range?.end ?? this.start(), undefined) }
  }

  /** Python cannot use a list or a mapping as a key, so Heat refuses them; `{{ x }}` is the usual cause. */
  private asKey(key: Node): Node {
    const target = key.kind === 'alias' ? key.target : key
    if (target.kind === 'scalar') return key
    const start = key.range?.start ?? this.start()
    throw new UnreadableText('yaml-key', 'a list or mapping stands where a key belongs; are quotes missing around {{ }}?', start)
  }

  private valueAfterColon(column: number, explicit: boolean): Node {
    this.index += 1
    this.keyAllowed = explicit
    return this.valueAfterIndicator(column, explicit)
  }

  /** The value after `:`, `?` or `-`; `compact` when a block collection may begin on the same line. */
  private valueAfterIndicator(column: number, compact: boolean, sequenceColumn = column): Node {
    const indicatorEnd = this.tokens.ends[this.index - 1] as number
    const line = this.tokens.lineStarts[this.index - 1] as number
    this.skipSpaces()
    if (!this.atLineEnd()) {
      if (compact) return this.blockNode(column, column + 1)
      return this.sameLineValue(column)
    }
    this.skip()
    if (this.type() === Token.end || !this.onContentLine() || this.line() === line) {
      return this.emptyScalar(indicatorEnd, undefined)
    }
    const at = this.column()
    if (this.type() === Token.dash ? at >= sequenceColumn : at > column) {
      return this.blockNode(column, sequenceColumn)
    }
    return this.emptyScalar(indicatorEnd, undefined)
  }

  private sameLineValue(column: number): Node {
    const type = this.type()
    if (type === Token.dash) this.fail('yaml-syntax', 'a list item cannot begin on the line of its key')
    const props = this.props(false)
    if (props !== undefined) {
      const next = this.afterProps(props, column, column)
      if (next !== undefined) return next
    }
    if (this.type() === Token.blockHeader) return this.blockScalar(props, column)
    const node = this.anchored(props, () => this.inlineNode(props, false))
    this.skipSpaces()
    if (this.type() === Token.colon) {
      this.fail('yaml-syntax', 'a second ":" on this line; quote the value if it belongs to the text')
    }
    return node
  }

  private blockSequence(column: number, props: Props | undefined): Sequence {
    return this.descend(() => {
      const start = this.start()
      const items: Node[] = []
      const marks: number[] = []
      let end = start
      for (;;) {
        this.skip()
        if (this.type() !== Token.dash || this.column() !== column) break
        marks.push(this.start())
        this.index += 1
        this.keyAllowed = true
        const item = this.valueAfterIndicator(column, true, column + 1)
        items.push(item)
        end = item.range?.end ?? end
      }
      if (this.type() !== Token.end && this.onContentLine() && this.column() > column) {
        this.fail('yaml-indentation', `${this.found()} is indented unlike its neighbours`)
      }
      return finish({ kind: 'seq', style: 'block', items, marks, range: { start, end }, propsStart: props?.start ?? start }, props)
    })
  }

  /** A node on one line or in flow: alias, scalar, `[ ]` or `{ }`. */
  private inlineNode(props: Props | undefined, inFlow: boolean): Node {
    const type = this.type()
    this.keyAllowed = false
    switch (type) {
      case Token.alias:
        return this.alias()
      case Token.plain:
      case Token.singleQuoted:
      case Token.doubleQuoted:
        return this.flowScalar(type, props, inFlow)
      case Token.mapStart:
        return this.flowMapping(props)
      case Token.seqStart:
        return this.flowSequence(props)
      case Token.dash:
        // npm `yaml` calls it an indicator; for LibYAML a lone dash inside brackets is text.
        if (inFlow) return this.loneDash(props)
        return this.fail('yaml-syntax', 'a list item cannot begin here')
      default:
        return this.fail('yaml-syntax', `${this.found()} does not fit here`)
    }
  }

  private loneDash(props: Props | undefined): Scalar {
    const node = this.flowScalar(Token.plain, props, true)
    // The lexer sends an empty scalar after it.
    if (this.type() === Token.plain && this.start() === this.end()) this.index += 1
    return node
  }

  private alias(): Alias {
    const name = this.text.slice(this.start() + 1, this.end())
    const target = this.anchors.get(name)
    if (target === undefined) {
      const why = this.openAnchors.has(name) ? 'stands inside the node that it names' : 'has no anchor before it'
      this.fail('yaml-anchor', `the alias "*${name}" ${why}`)
    }
    const range = { start: this.start(), end: this.end() }
    this.index += 1
    return { kind: 'alias', name, target: target as Node, range, propsStart: range.start }
  }

  private flowScalar(type: TokenType, props: Props | undefined, inFlow: boolean): Scalar {
    const start = this.start()
    const source = this.text.slice(start, this.end())
    let style: ScalarStyle
    let content: string
    if (type === Token.plain) {
      if (/^[%@`|>]/.test(source) || (inFlow && source.startsWith('?'))) {
        this.fail('yaml-syntax', `${this.found()} cannot begin a text without quotes`)
      }
      style = 'plain'
      content = plainContent(source)
      if ((content === '<<' || content === '=') && this.isKey()) {
        const end = this.end()
        this.index += 1
        return finish({ kind: 'scalar', type: 'str', value: content, style, range: { start, end }, propsStart: props?.start ?? start }, props)
      }
    } else {
      const quote = source.charAt(0)
      if (source.length < 2 || !source.endsWith(quote)) this.fail('yaml-syntax', 'this quoted text has no end')
      style = type === Token.singleQuoted ? 'single' : 'double'
      content = style === 'single' ? singleQuotedContent(source) : doubleQuotedContent(source, start)
      this.refuseDocumentMark(source)
    }
    const end = this.end()
    this.index += 1
    return this.scalar(content, style, start, end, props)
  }

  private refuseDocumentMark(source: string): void {
    if (source.includes('\n---') && /\n---\s/.test(source)) {
      this.fail('yaml-syntax', 'a "---" line inside a quoted text')
    }
  }

  private scalar(content: string, style: ScalarStyle, start: number, end: number, props: Props | undefined): Scalar {
    const tag = props?.tag
    const resolved =
      tag !== undefined && (tag.startsWith('!!') || tag === '!')
        ? resolveTagged(tag, content, style)
        : style === 'plain' && tag === undefined
          ? resolvePlain(content)
          : ({ type: 'str', value: content } as const)
    if ('problem' in resolved) throw new UnreadableText('yaml-value', resolved.problem, start, end)
    return finish({ kind: 'scalar', type: resolved.type, value: resolved.value, style, range: { start, end }, propsStart: props?.start ?? start }, props)
  }

  private blockScalar(props: Props | undefined, parentColumn: number): Scalar {
    const start = this.start()
    const header = blockHeader(this.text.slice(start, this.end()), start)
    let end = this.end()
    this.index += 1
    while (this.type() === Token.space || this.type() === Token.comment) {
      if (this.type() === Token.comment) this.comment()
      end = this.end()
      this.index += 1
    }
    if (this.type() === Token.newline) this.index += 1
    let content = ''
    let unterminated = false
    let bodyColumn = 0
    if (this.type() === Token.blockBody) {
      const source = this.text.slice(this.start(), this.end())
      const body = blockBody(source, header, parentColumn, this.start())
      content = blockContent(header, body)
      bodyColumn = body.indent
      unterminated = !body.endsWithBreak && body.lines.length > 0
      if (source !== '') end = this.end() - (source.endsWith('\r\n') ? 2 : source.endsWith('\n') ? 1 : 0)
      this.index += 1
    }
    this.keyAllowed = true
    return this.anchored(props, () => {
      const node = this.scalar(content, header.folded ? 'folded' : 'literal', start, end, props)
      return unterminated ? { ...node, bodyColumn, unterminated } : { ...node, bodyColumn }
    })
  }

  private emptyScalar(at: number, props: Props | undefined): Scalar {
    const tag = props?.tag
    if (tag !== undefined) return this.scalar('', 'plain', at, at, props)
    return finish({ kind: 'scalar', type: 'null', value: null, style: 'plain', range: { start: at, end: at }, propsStart: props?.start ?? at }, props)
  }

  // --- flow collections

  private flowMapping(props: Props | undefined): Mapping {
    return this.descend(() => {
      const start = this.start()
      this.index += 1
      const entries: Entry[] = []
      for (;;) {
        this.skip(true)
        if (this.type() === Token.mapEnd) break
        entries.push(this.flowEntry(Token.mapEnd))
        this.flowSeparator(Token.mapEnd, start)
      }
      const end = this.end()
      this.index += 1
      return finish({ kind: 'map', style: 'flow', entries, range: { start, end }, propsStart: props?.start ?? start }, props)
    })
  }

  private flowSequence(props: Props | undefined): Sequence {
    return this.descend(() => {
      const start = this.start()
      this.index += 1
      const items: Node[] = []
      for (;;) {
        this.skip(true)
        if (this.type() === Token.seqEnd) break
        items.push(this.flowItem())
        this.flowSeparator(Token.seqEnd, start)
      }
      const end = this.end()
      this.index += 1
      return finish({ kind: 'seq', style: 'flow', items, range: { start, end }, propsStart: props?.start ?? start }, props)
    })
  }

  private flowSeparator(close: TokenType, start: number): void {
    this.skip(true)
    if (this.type() === Token.comma) {
      this.index += 1
      return
    }
    if (this.type() === close) return
    if (this.type() === Token.end || this.type() === Token.flowBroken) {
      const bracket = this.text.charAt(start)
      throw new UnreadableText('yaml-syntax', `this "${bracket}" is never closed`, start)
    }
    this.fail('yaml-syntax', `expected "," or "${close === Token.mapEnd ? '}' : ']'}" before ${this.found()}`)
  }

  private flowEntry(close: TokenType): Entry {
    if (this.type() === Token.questionMark) {
      this.index += 1
      this.skip(true)
    }
    const key = this.asKey(this.flowNode(close))
    this.skip(true)
    if (this.type() !== Token.colon) {
      return { key, value: this.emptyScalar(key.range?.end ?? this.start(), undefined) }
    }
    const colonEnd = this.end()
    this.index += 1
    this.skip(true)
    if (this.type() === Token.comma || this.type() === close) {
      return { key, value: this.emptyScalar(colonEnd, undefined) }
    }
    return { key, value: this.flowNode(close) }
  }

  /** An item of `[ ]`; `a: b` there is a mapping of one entry. */
  private flowItem(): Node {
    const start = this.start()
    if (this.type() === Token.questionMark) {
      const pair = this.flowEntry(Token.seqEnd)
      return finish({ kind: 'map', style: 'flow', entries: [pair], pair: true, range: { start, end: pairEnd(pair) }, propsStart: start }, undefined)
    }
    const line = this.line()
    const key = this.flowNode(Token.seqEnd)
    const after = this.index
    this.skip(true)
    if (this.type() !== Token.colon || this.line() !== line) {
      this.index = after
      return key
    }
    this.asKey(key)
    const colonEnd = this.end()
    this.index += 1
    this.skip(true)
    const empty = this.type() === Token.comma || this.type() === Token.seqEnd
    const value = empty ? this.emptyScalar(colonEnd, undefined) : this.flowNode(Token.seqEnd)
    const entry = { key, value }
    return finish({ kind: 'map', style: 'flow', entries: [entry], pair: true, range: { start, end: pairEnd(entry) }, propsStart: start }, undefined)
  }

  private flowNode(close: TokenType): Node {
    const props = this.props(true)
    const type = this.type()
    if (props !== undefined && (type === Token.comma || type === close || type === Token.colon)) {
      return this.anchored(props, () => this.emptyScalar(this.start(), props))
    }
    return this.anchored(props, () => this.inlineNode(props, true))
  }
}

function pairEnd(entry: Entry): number {
  return (entry.value.range ?? entry.key.range)?.end ?? 0
}

function isInlineScalar(type: TokenType): boolean {
  return type === Token.plain || type === Token.singleQuoted || type === Token.doubleQuoted || type === Token.alias
}

/** Completes a parsed node with its properties. Nodes are made whole elsewhere: a copy for each would double the cost. */
function finish<T extends Node>(node: T, props: Props | undefined): T {
  if (props === undefined) return node
  if (props.tag?.startsWith('!!') && node.kind !== 'scalar' && props.tag !== (node.kind === 'map' ? '!!map' : '!!seq')) {
    throw new UnreadableText('yaml-tag', `${props.tag} is a kind of collection that no template needs`, props.start)
  }
  return {
    ...node,
    ...(props.anchor === undefined ? {} : { anchor: props.anchor }),
    ...(props.tag === undefined ? {} : { tag: props.tag }),
  }
}
