/** The rows of classes, applied to values and terms: what Heat accepts in a part of the arguments, and what it raises. */
import { type ClassRow, classRow, type classRows, type PartRow } from '../../heat/functions/class-rows.ts'
import type { Form } from '../../heat/functions/forms.ts'
import { Failure, isList, isMap, isTrue, Opaque, type Value } from '../../heat/values/value.ts'
import type { Lowering } from '../snippet.ts'
import { type Kinds, kindOf, kinds, type Term } from '../terms/term.ts'

type ClassRows = typeof classRows

/** A class of which the rows say what it takes. */
export type RowName = keyof ClassRows

/** One part of the arguments of a class. */
export class ArgumentPart {
  /** What types it may have. */
  readonly kinds: Kinds
  readonly #raises: readonly [error: string, message: string]

  constructor({ is, raises = ['TypeError', 'Incorrect arguments to "%s"'] }: PartRow) {
    this.kinds = kindsOf(is)
    this.#raises = raises
  }

  /** @param name that under which the class is called */
  failure(name: string): Failure {
    const [error, message] = this.#raises
    return new Failure(
      error,
      message.replace('%s', () => name),
    )
  }

  accepts(value: Value): boolean {
    return (kindsOfValue(value) & this.kinds) !== 0 || (this.acceptsFalse && !isTrue(value))
  }

  /** Whether it accepts whatever is false for Python. */
  get acceptsFalse(): boolean {
    return (this.kinds & kinds.falsy) !== 0
  }

  /** @throws what Heat raises of a value that it does not accept */
  check(value: Value, name: string): void {
    if (!this.accepts(value)) throw this.failure(name)
  }

  /** The term, refused where it certainly is not accepted. */
  require(lowering: Lowering, term: Term, name: string): Term {
    return lowering.require(term, this.kinds, () => this.failure(name))
  }
}

type ArgumentParts<Row> = {
  readonly [Name in keyof Row as Row[Name] extends { readonly is: unknown } ? Name : never]: ArgumentPart
}

/** The parts of the arguments of a class by their names; relations between them are not among them. */
export function partsOf<Name extends RowName>(className: Name): ArgumentParts<ClassRows[Name]> {
  const row: ClassRow = classRow(className)
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, part]) => ('is' in part ? [[name, new ArgumentPart(part)]] : [])),
  ) as ArgumentParts<ClassRows[Name]>
}

/** What types a value of a form may have. */
function kindsOf(form: Form): Kinds {
  if (typeof form === 'string') return kindsOfAtom[form]
  if ('either' in form) return form.either.reduce((all, one) => all | kindsOf(one), 0)
  if ('given' in form) return kindsOf(form.given) & ~kinds.null
  if ('from' in form) return kinds.any
  if ('oneOf' in form || 'matching' in form) return kinds.str
  if ('items' in form) return kinds.list
  const isEmpty = 'keys' in form && form.closed === true && Object.keys(form.keys).length === 0
  return isEmpty && form.optional === undefined ? kinds.falsy : kinds.map
}

const scalar = kinds.str | kinds.number | kinds.bool | kinds.null

const kindsOfAtom: Readonly<Record<Extract<Form, string>, Kinds>> = {
  anything: kinds.any,
  string: kinds.str,
  literal: kinds.str,
  nonempty: kinds.str,
  scalar,
  truth: kinds.bool,
  list: kinds.list,
  map: kinds.map,
  empty: kinds.null | kinds.falsy,
  null: kinds.null,
  port: scalar,
  condition: kinds.any,
  attribute: kinds.str,
  step: scalar,
}

/** Nothing for what is not computed. */
function kindsOfValue(value: Value): Kinds {
  if (isList(value)) return kinds.list
  if (isMap(value)) return kinds.map
  return value instanceof Failure || value instanceof Opaque ? 0 : kindOf(value)
}
