/** How target groups of AWS check and reach their targets, and what says the same in Octavia. */

/** Protocols that listeners and pools have under one name on both sides, and that need no certificate. */
export const balancedProtocols: readonly string[] = ['HTTP', 'TCP', 'UDP']

/** The kind of health check of a target group that names none, by its protocol. */
export function checkType(protocol: string | undefined): string {
  return protocol === 'HTTP' ? 'HTTP' : 'TCP'
}

interface MonitorProperty {
  /** The property of the target group, as a path. */
  readonly from: readonly string[]
  /** That of OS::Octavia::HealthMonitor. */
  readonly to: string
  /** What AWS takes where it is not given (User Guide, AWS::ElasticLoadBalancingV2::TargetGroup). */
  readonly default: string | number
}

const always: readonly MonitorProperty[] = [
  { from: ['HealthCheckIntervalSeconds'], to: 'delay', default: 30 },
  { from: ['HealthyThresholdCount'], to: 'max_retries', default: 5 },
]
const seconds = (count: number): MonitorProperty => ({
  from: ['HealthCheckTimeoutSeconds'],
  to: 'timeout',
  default: count,
})
const ofRequests: readonly MonitorProperty[] = [
  seconds(5),
  { from: ['HealthCheckPath'], to: 'url_path', default: '/' },
  { from: ['Matcher', 'HttpCode'], to: 'expected_codes', default: '200' },
]

/** The properties of a monitor of a type. */
export function monitorProperties(type: string): readonly MonitorProperty[] {
  return [...always, ...(type === 'TCP' ? [seconds(10)] : ofRequests)]
}

/** Types of health checks that Octavia has under the same name. */
export const checkTypes: readonly string[] = ['HTTP', 'HTTPS', 'TCP']

/** The attribute with the address of a server, by its type. */
export const addressAttributes: ReadonlyMap<string, string> = new Map([
  ['OS::Nova::Server', 'first_address'],
  ['AWS::EC2::Instance', 'PrivateIp'],
])
