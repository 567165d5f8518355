#!/usr/bin/env node
import { main } from "./compile.js";

process.exitCode = main(process.argv.slice(2));
