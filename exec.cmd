@rem Lets the npm scripts begin with exec, which in other shells puts Node in the place of the shell.
@%*
