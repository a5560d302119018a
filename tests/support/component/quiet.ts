// For who looks at a page with developer tools, React records every drawing where the console can show it. It asks once, when
// it is loaded: this file comes before everything that loads it. Its warnings stay.
Object.assign(console, { createTask: undefined, timeStamp: undefined });
