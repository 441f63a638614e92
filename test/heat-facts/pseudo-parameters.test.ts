import { cfnDialect } from '../../src/heat/dialects.ts'
import { pseudoParameter, pseudoParameters } from '../../src/heat/pseudo-parameters.ts'

describe('the AWS:: pseudo parameters', () => {
  it('have a meaning in Heat where Heat has them, and only there', () => {
    const known = Object.keys(pseudoParameters).filter((name) => pseudoParameter(name)?.heat !== undefined)
    expect(known.sort()).toEqual(cfnDialect('AWSTemplateFormatVersion').pseudoParameters)
  })

  it('include the stack id, which is an ARN', () => {
    expect(pseudoParameter('AWS::StackId')).toEqual({
      heat: {
        becomes: 'join',
        parts: [
          { text: 'arn:openstack:heat::' },
          { value: 'OS::project_id' },
          { text: ':stacks/' },
          { value: 'OS::stack_name' },
          { text: '/' },
          { value: 'OS::stack_id' },
        ],
      },
      aws: pseudoParameter('AWS::StackId')?.heat,
      lossy: { parameter: 'OS::stack_id', differs: 'the id alone, without the ARN around it' },
    })
  })

  it('mean the region differently in Heat and in AWS', () => {
    expect(pseudoParameter('AWS::Region')).toEqual({
      heat: { becomes: 'text', text: 'ap-southeast-1' },
      aws: {
        becomes: 'parameter',
        name: 'region',
        description: 'Name of the region of this stack, formerly AWS::Region',
      },
    })
  })

  it('are refused by Heat otherwise', () => {
    expect(pseudoParameter('AWS::AccountId')).toEqual({
      heat: undefined,
      aws: { becomes: 'get_param', parameter: 'OS::project_id' },
    })
    expect(pseudoParameter('AWS::NoValue')).toEqual({ heat: undefined, aws: { becomes: 'omission' } })
    expect(pseudoParameter('AWS::Nothing')).toBeUndefined()
    expect(pseudoParameter('constructor')).toBeUndefined()
  })
})
