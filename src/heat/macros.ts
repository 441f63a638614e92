/**
 * Transforms of templates at AWS (macros), and the tools that expand them; AWS CloudFormation User Guide, Transforms.
 */

/** The command that prints a template as AWS expands it. */
interface Expansion {
  /** With `<file>` or `<stack>` for the user's name. */
  readonly command: string
  readonly what: string
}

/** How what a tag stands for is put in, where it is one of a tool that makes templates; Rain, aws-cloudformation/rain. */
export function expansionOfTag(tag: string): Expansion | undefined {
  if (!tag.startsWith('!Rain::')) return undefined
  return { command: 'rain pkg <file>', what: 'the template with the files and modules that it names' }
}

/** How a template with a transform is expanded. */
export function expansionOf(transform: string): Expansion {
  return transform.startsWith('AWS::Serverless')
    ? {
        command: 'sam validate --debug --template <file>',
        what: 'the template as SAM expands it. It asks AWS, and so needs credentials and a region',
      }
    : {
        command: 'aws cloudformation get-template --template-stage Processed --stack-name <stack>',
        what: 'the template as AWS expands it',
      }
}
