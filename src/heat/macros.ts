/**
 * Transforms of templates at AWS (macros), and the tools that expand them; AWS CloudFormation User Guide, Transforms.
 */

/** The command that prints a template as AWS expands it. */
interface Expansion {
  /** With `<file>` or `<stack>` for the user's name. */
  readonly command: string
  readonly what: string
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
