/** The templates that come with the service. One of the configuration is shown by its name once a record uses it. */
export const templates = ['soap', 'hp', 'dap', 'birp', 'girpp', 'sirp', 'progress'] as const;
