"use strict";
// After the scripts of all sections, which say what is to be drawn.

start().then(recall);
