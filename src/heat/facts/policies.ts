/**
 * Which types do something at the deletion policy `Snapshot`, and which read an update policy. Source:
 * `handle_snapshot_delete` and `update_policy_schema` of the classes in heat/engine/resources (master after
 * 26.0.1, and 19.0.0 alike).
 */

/** Heat refuses the deletion policy `Snapshot` for all other types of its own. */
export const snapshotTypes: readonly string[] = [
  'AWS::EC2::Volume',
  'OS::Cinder::Volume',
  'OS::Heat::DeployedServer',
  'OS::Nova::Server',
]

type Policies = Readonly<Record<string, readonly string[]>>

const rollingUpdate = ['MaxBatchSize', 'MinInstancesInService', 'PauseTime']
const deploymentPolicies: Policies = {
  batch_create: ['max_batch_size', 'pause_time'],
  rolling_update: ['max_batch_size', 'pause_time'],
}

/** The keys of an update policy, and of what stands under each; Heat refuses all others. */
export const updatePolicies: Readonly<Record<string, Policies>> = {
  'AWS::AutoScaling::AutoScalingGroup': { AutoScalingRollingUpdate: rollingUpdate },
  'OS::Heat::InstanceGroup': { RollingUpdate: rollingUpdate },
  'OS::Heat::ResourceGroup': {
    batch_create: ['max_batch_size', 'pause_time'],
    rolling_update: ['max_batch_size', 'min_in_service', 'pause_time'],
  },
  'OS::Heat::SoftwareDeploymentGroup': deploymentPolicies,
  'OS::Heat::SoftwareDeployments': deploymentPolicies,
  'OS::Heat::StructuredDeploymentGroup': deploymentPolicies,
  'OS::Heat::StructuredDeployments': deploymentPolicies,
}
