// SPDX-License-Identifier: MIT
// Nothing is here: the target of this file holds a precompiled header.
