/** The sections of an environment file; Heat refuses any other (heat/common/environment_format.py). */
export const environmentSections: readonly string[] = [
  'parameters',
  'resource_registry',
  'parameter_defaults',
  'encrypted_param_names',
  'event_sinks',
  'parameter_merge_strategies',
]
