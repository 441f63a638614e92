/** Rules of security groups that Heat opens, because it ignores what restricts them on AWS. */
import { openRules } from '../../heat/open-rules.ts'
import { rule } from '../rule.ts'

export const ignoredSources = rule({
  codes: {
    'ignored-source': {
      title: 'A security group rule whose source Heat ignores',
      severity: 'warning',
      behaves: ['accepted by Heat'],
      help: 'Add FromPort: -1 and ToPort: -1 to the rule; Heat then applies CidrIp to all ports.',
      why: 'The plug-in of Heat drops CidrIp of a rule without FromPort and ToPort, so that the rule admits every address, which AWS does not.',
      example: {
        command: 'check group.yaml',
        before: `heat_template_version: 2018-08-31
resources:
  office:
    type: AWS::EC2::SecurityGroup
    properties:
      GroupDescription: the office
      SecurityGroupIngress:
        - {IpProtocol: '-1', CidrIp: 192.0.2.0/24}
`,
        after: `heat_template_version: 2018-08-31
resources:
  office:
    type: AWS::EC2::SecurityGroup
    properties:
      GroupDescription: the office
      SecurityGroupIngress:
        - {IpProtocol: '-1', FromPort: -1, ToPort: -1, CidrIp: 192.0.2.0/24}
`,
      },
    },
  },
  source: 'heat/engine/resources/aws/ec2/security_group.py: NeutronSecurityGroup._prop_rules_to_common',
  asks: 'resource',
  types: ['AWS::EC2::SecurityGroup'],
  find({ name, isExternal, propertiesNode }, report) {
    if (isExternal) return
    for (const { at, property, value, direction } of openRules(propertiesNode)) {
      // Heat rejects the other properties.
      if (property !== 'CidrIp') continue
      const restriction = value === undefined ? property : `${property} ${value}`
      const who = direction === 'ingress' ? 'any source' : 'any destination'
      const message = `"${name}" admits ${who}: Heat ignores ${restriction} of a rule without FromPort and ToPort`
      report('ignored-source', at, message)
    }
  },
})
