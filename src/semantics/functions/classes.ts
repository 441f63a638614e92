/** Every function class by the name of Heat's class (`src/heat/facts/facts.ts`), or ours for AWS. */
import {
  awsCondition,
  awsEquals,
  awsFindInMap,
  awsGetAtt,
  awsJoin,
  awsRef,
  awsSub,
  awsUnknown,
} from './aws.ts'
import type { FunctionClass, Macro } from './class.ts'
import { and, cfnNot, equals, ifElse, ifNullable, not, or } from './conditions.ts'
import { awsSelect, contains, filter, listConcat, listConcatUnique, select } from './lists.ts'
import { findInMap, mapMerge, mapReplace, memberListToMap } from './maps.ts'
import {
  cfnGetAtt,
  cfnResourceFacade,
  getAtt,
  getAttAllAttributes,
  getAttThenSelect,
  getAZs,
  getFile,
  getParam,
  getResource,
  paramRef,
  ref,
  resourceFacade,
} from './references.ts'
import { repeat, repeatWithMap, repeatWithNestedLoop } from './repeat.ts'
import { cfnReplace, replace, replaceJson, replaceJsonStrict, replaceJsonVeryStrict } from './replace.ts'
import { base64, join, joinMultiple, split, strSplit } from './texts.ts'
import { invalid, removed, yaql } from './unknown.ts'
import { digest, makeUrl } from './urls.ts'

export const functionClasses: Readonly<Record<string, FunctionClass>> = {
  'hot.functions.And': and,
  'hot.functions.Contains': contains,
  'hot.functions.Digest': digest,
  'hot.functions.Equals': equals,
  'hot.functions.Filter': filter,
  'hot.functions.GetAtt': getAtt,
  'hot.functions.GetAttAllAttributes': getAttAllAttributes,
  'hot.functions.GetAttThenSelect': getAttThenSelect,
  'hot.functions.GetFile': getFile,
  'hot.functions.GetParam': getParam,
  'hot.functions.GetResource': getResource,
  'hot.functions.Join': join,
  'hot.functions.JoinMultiple': joinMultiple,
  'hot.functions.ListConcat': listConcat,
  'hot.functions.ListConcatUnique': listConcatUnique,
  'hot.functions.MakeURL': makeUrl,
  'hot.functions.MapMerge': mapMerge,
  'hot.functions.MapReplace': mapReplace,
  'hot.functions.Not': not,
  'hot.functions.Or': or,
  'hot.functions.Repeat': repeat,
  'hot.functions.RepeatWithMap': repeatWithMap,
  'hot.functions.RepeatWithNestedLoop': repeatWithNestedLoop,
  'hot.functions.Replace': replace,
  'hot.functions.ReplaceJson': replaceJson,
  'hot.functions.ReplaceJsonStrict': replaceJsonStrict,
  'hot.functions.ReplaceJsonVeryStrict': replaceJsonVeryStrict,
  'hot.functions.ResourceFacade': resourceFacade,
  'hot.functions.StrSplit': strSplit,
  'hot.functions.Yaql': yaql,
  'cfn.functions.And': and,
  'cfn.functions.Base64': base64,
  'cfn.functions.Equals': equals,
  'cfn.functions.FindInMap': findInMap,
  'cfn.functions.GetAZs': getAZs,
  'cfn.functions.GetAtt': cfnGetAtt,
  'cfn.functions.Join': join,
  'cfn.functions.MemberListToMap': memberListToMap,
  'cfn.functions.Not': cfnNot,
  'cfn.functions.Or': or,
  'cfn.functions.ParamRef': paramRef,
  'cfn.functions.Ref': ref,
  'cfn.functions.Replace': cfnReplace,
  'cfn.functions.ResourceFacade': cfnResourceFacade,
  'cfn.functions.Select': select,
  'cfn.functions.Split': split,
  'aws.Condition': awsCondition,
  'aws.GetAtt': awsGetAtt,
  'aws.Ref': awsRef,
  'aws.Select': awsSelect,
  'aws.Unknown': awsUnknown,
  Invalid: invalid,
  Removed: removed,
}

export const macros: Readonly<Record<string, Macro>> = {
  'hot.functions.If': ifElse,
  'hot.functions.IfNullable': ifNullable,
  'cfn.functions.If': ifElse,
  'aws.Equals': awsEquals,
  'aws.FindInMap': awsFindInMap,
  'aws.Join': awsJoin,
  'aws.Sub': awsSub,
}
