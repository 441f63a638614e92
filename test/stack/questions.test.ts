/** When an answer can be given again: everything that was asked for it, by itself or by others, is answered as it was. */
import { type Asked, Held, Once, type Question, Questions } from '../../src/stack/questions.ts'

type Answers = Readonly<Partial<Record<Question, string>>>

const holds = (asked: Asked | undefined, answers: Answers) => {
  if (asked === undefined) throw new Error('nobody recorded')
  return new Held((question) => answers[question] ?? 'none').holds(asked)
}

/** Asks for files that all say `1`. */
const ask = (questions: Questions, ...paths: readonly string[]) => {
  for (const path of paths) questions.note(`c ${path}`, () => '1')
}

it('records nothing where nobody asks for it, and does not work out the answers', () => {
  const questions = new Questions('off')
  const answer = jest.fn(() => '1')
  expect(questions.during(() => questions.note('c a', answer))).toEqual({
    value: undefined,
    asked: undefined,
  })
  expect(answer).not.toHaveBeenCalled()
})

it('holds as long as each question is answered as it was', () => {
  const questions = new Questions('on')
  const { asked } = questions.during(() => ask(questions, 'a', 'b'))
  expect(holds(asked, { 'c a': '1', 'c b': '1', 'c other': '2' })).toBe(true)
  expect(holds(asked, { 'c a': '1', 'c b': '2' })).toBe(false)
  expect(holds(asked, { 'c a': '1' })).toBe(false)
})

it('holds only where what it used of others holds, however often and by whomever that was made', () => {
  const questions = new Questions('on')
  const once = new Once<string, number>(questions)
  const make = jest.fn(() => {
    ask(questions, 'shared')
    return 7
  })
  const made = ['one', 'other'].map((path) =>
    questions.during(() => {
      ask(questions, path)
      return once.get('key', make)
    }),
  )
  expect(made.map(({ value }) => value)).toEqual([7, 7])
  expect(make).toHaveBeenCalledTimes(1)
  const answers: Answers = { 'c one': '1', 'c other': '1', 'c shared': '1' }
  for (const { asked } of made) {
    expect(holds(asked, answers)).toBe(true)
    expect(holds(asked, { ...answers, 'c shared': '2' })).toBe(false)
  }
  const [one, other] = made.map(({ asked }) => holds(asked, { ...answers, 'c other': '2' }))
  expect([one, other]).toEqual([true, false])
})

it('looks through parts that are nested deeper than functions can call each other', () => {
  const questions = new Questions('on')
  let made = questions.during(() => ask(questions, 'deepest'))
  for (let depth = 0; depth < 20_000; depth += 1) {
    const inner = made
    made = questions.during(() => questions.use(inner))
  }
  expect(holds(made.asked, { 'c deepest': '1' })).toBe(true)
  expect(holds(made.asked, { 'c deepest': '2' })).toBe(false)
})

it('holds where a summary is the same, although what it was made from is not', () => {
  const questions = new Questions('on')
  const environments = questions.during(() => ask(questions, 'e.env'))
  const { asked } = questions.during(() => {
    if (environments.asked !== undefined) questions.useSummary('defaults', 'size', environments.asked)
  })
  expect(holds(asked, { 'c e.env': '1' })).toBe(true)
  expect(holds(asked, { 'c e.env': '2', defaults: 'size' })).toBe(true)
  expect(holds(asked, { 'c e.env': '2', defaults: 'size, wide' })).toBe(false)
})

it('never holds where a file said two things, nor where work that it caught an error of was lost', () => {
  const questions = new Questions('on')
  const twice = questions.during(() => {
    ask(questions, 'a')
    questions.note('c a', () => '2')
  })
  const caught = questions.during(() => {
    expect(() =>
      questions.during(() => {
        throw new Error('broken')
      }),
    ).toThrow('broken')
  })
  const depending = questions.during(() => questions.use(twice))
  const summarizing = [twice, depending].map(({ asked }) =>
    questions.during(() => {
      if (asked !== undefined) questions.useSummary('defaults', '', asked)
    }),
  )
  for (const { asked } of [twice, caught, depending, ...summarizing])
    expect(holds(asked, { 'c a': '2', defaults: '' })).toBe(false)
})

it('asks each question once for all answers of a run, but for lists that are at hand', () => {
  const questions = new Questions('on')
  const made = [0, 1].map(() =>
    questions.during(() => {
      ask(questions, 'a')
      questions.note('m a', () => 'true')
    }),
  )
  const answerTo = jest.fn((question: Question) => (question === 'm a' ? 'true' : '1'))
  const held = new Held(answerTo)
  expect(made.map(({ asked }) => asked !== undefined && held.holds(asked))).toEqual([true, true])
  expect(answerTo.mock.calls.flat().filter((question) => question === 'c a')).toHaveLength(1)
})
