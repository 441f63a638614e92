import { type Dialect, isAws } from './dialect.ts'
import type { Pseudo } from './sample.ts'
import { symbol, type Value } from './value.ts'

/**
 * What a pseudo parameter gives in a sample; undefined for names that the dialect does not have.
 * heat/engine/hot/parameters.py, heat/engine/cfn/parameters.py, heat/common/identifier.py (`arn`); for
 * AWS's own names the CloudFormation User Guide, with OpenStack's project in the place of the account.
 */
export function pseudoValue(name: string, dialect: Dialect, pseudo: Pseudo): Value | undefined {
  if (dialect.kind === 'hot') return hotValue(name, pseudo)
  switch (name) {
    case 'AWS::StackName':
      return pseudo.stackName
    case 'AWS::StackId':
      return `arn:openstack:heat::${pseudo.project}:stacks/${pseudo.stackName}/${pseudo.stackId}`
    case 'AWS::Region':
      return isAws(dialect) ? pseudo.region : 'ap-southeast-1'
  }
  return isAws(dialect) ? awsValue(name, pseudo) : undefined
}

function hotValue(name: string, pseudo: Pseudo): Value | undefined {
  switch (name) {
    case 'OS::stack_id':
      return pseudo.stackId
    case 'OS::stack_name':
      return pseudo.stackName
    case 'OS::project_id':
      return pseudo.project
  }
  return undefined
}

function awsValue(name: string, pseudo: Pseudo): Value | undefined {
  switch (name) {
    case 'AWS::AccountId':
      return pseudo.project
    case 'AWS::Partition':
      return pseudo.partition
    case 'AWS::URLSuffix':
      return pseudo.urlSuffix
    case 'AWS::NotificationARNs':
      return [symbol('notification:0')]
  }
  return undefined
}
