/** Stacks of CloudFormation that import from one another. */
export const composedStacks: Readonly<Record<string, string>> = {
  'net/base.json': `{
  "AWSTemplateFormatVersion": "2010-09-09",
  "Parameters": {
    "Range": {"Type": "String", "Default": "10.0.0.0/16", "AllowedPattern": "[0-9./]+"},
    "Team": {"Type": "String", "Description": "Who pays for the network"}
  },
  "Resources": {"Net": {"Type": "OS::Heat::Value", "Properties": {"value": {"Ref": "Range"}}}},
  "Outputs": {
    "NetId": {
      "Value": {"Fn::GetAtt": ["Net", "value"]},
      "Export": {"Name": {"Fn::Sub": "\${AWS::StackName}-NetId"}}
    },
    "Owner": {"Description": "Who pays", "Value": {"Ref": "Team"}}
  }
}
`,
  'server.yaml': `AWSTemplateFormatVersion: '2010-09-09'
Parameters:
  NetworkStack: {Type: String}
  # The one who is called at night
  Team: {Type: String}
  Range: {Type: String}
Resources:
  Server:
    Type: OS::Heat::Value
    Properties:
      value: !Join [' ', [!Ref Team, !Ref Range, {'Fn::ImportValue': !Sub '\${NetworkStack}-NetId'}]]
Outputs:
  Owner: {Value: !Ref Team}
`,
}
