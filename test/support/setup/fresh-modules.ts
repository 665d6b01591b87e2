import { vi } from "vitest";

// The files of a project that share a process share the packages, which take a third of a file's time to load. But each
// file loads the modules of this project anew, because a worker's module reads the environment when it is loaded.
vi.resetModules();
